#pragma once
#include <cstdint>
#include <span>

#include "talus/exec/view.h"
#include "talus/math/vec.h"
#include "talus/sand/mpm/elastic.h"
#include "talus/sand/mpm/grid.h"

/// The transfers between particles and grid (MLS-MPM: Hu, Fang, Ge, Qu, Zhu, Pradhana, Jiang 2018, "A moving
/// least squares material point method"; APIC: Jiang, Schroeder, Selle, Teran, Stomakhin 2015). A particle at
/// x_p gives the node at x_i, with the weight w of the quadratic spline,
///     mass w m,   momentum w m (v + (C - dt 4 / (h^2 rho) tau) (x_i - x_p))
/// and takes v = sum w v_i and C = 4 / h^2 sum w v_i (x_i - x_p)^T.
namespace talus::sand::mpm {

/// The columns of particles that the transfers read or change.
struct Particles {
    exec::View<Vec3d> position;
    exec::View<Vec3f> velocity, dx, dy, dz;  ///< and its derivatives
    exec::View<Vec3f> strain, shear;
};

/// Constants of a step.
struct Transfer {
    Lattice lattice;
    float dt = 0;         ///< [s]
    float bulk = 0;       ///< 4 dt K / (h rho): stress of a trace of 1, as a velocity of a node one cell away
    float shear = 0;      ///< 4 dt 2 G / (h rho)
    YieldLaw<float> law;  ///< of a particle
    float full = 0;       ///< mass around a particle in dense sand, in masses of a particle
};

/// Adds the particles [begin, end) of a tile to its patch, which must be zero at first.
void toPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
             Patch& patch);

/// The nodes of a particle that does not see all nodes of its patch, in rows of four (hidden.h).
struct NodesOf {
    std::uint32_t row = 0;  ///< of the particle
    const Node* nodes = nullptr;
};

/// Sets the velocities of the particles [begin, end) of a tile and their derivatives from its patch, and
/// their strains at the end of the step. Positions stay.
/// @param own particles with nodes of their own, by rows
void fromPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
               const Patch& patch, std::span<const NodesOf> own);

}  // namespace talus::sand::mpm
