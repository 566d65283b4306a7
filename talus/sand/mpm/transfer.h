#pragma once
#include <cstdint>
#include <span>

#include "talus/exec/view.h"
#include "talus/math/vec.h"
#include "talus/sand/mpm/elastic.h"
#include "talus/sand/mpm/grid.h"
#include "talus/sand/mpm/walls/gap.h"

/// The transfers between particles and grid (MLS-MPM: Hu, Fang, Ge, Qu, Zhu, Pradhana, Jiang 2018, "A moving
/// least squares material point method"; APIC: Jiang, Schroeder, Selle, Teran, Stomakhin 2015). A particle at
/// x_p gives the node at x_i, with the weight w of the quadratic spline,
///     mass w m,   momentum w m (v + (C - dt 4 / (h^2 rho) tau) (x_i - x_p))
/// and takes v = sum w v_i and C = 4 / h^2 sum w v_i (x_i - x_p)^T; in the same way the volume of the sand
/// around it and its gradient (toVolume()). So velocities that are not linear over some cells are smoothed in
/// each step. With AFLIP (Fei, Guo, Wu, Huang, Gao 2021, "Revisiting integration in the material point
/// method") a particle keeps what the grid does not show of its own velocity, its residual: with v_i(before)
/// the velocities of the nodes that particles without stress would give,
///     v = sum w v_i + k (v_p - sum w v_i(before)),   k = exp(-0.05 c dt / h)
/// With k = 1 what the grid cannot see would never come to rest. Particles move with sum w v_i.
namespace talus::sand::mpm {

/// The columns of particles that the transfers read or change.
struct Particles {
    exec::View<Vec3d> position;
    exec::View<Vec3f> velocity, dx, dy, dz;  ///< and its derivatives
    exec::View<Vec3f> strain, shear;
    exec::View<float> maxwell;  ///< empty without damping (relaxation.h)

    TALUS_HD float maxwellOf(std::size_t n) const { return maxwell.empty() ? 0 : maxwell[n]; }
};

/// Constants of a step.
struct Transfer {
    Lattice lattice;
    float dt = 0;         ///< [s]
    float bulk = 0;       ///< 4 dt K / (h rho): stress of a trace of 1, as a velocity of a node one cell away
    float shear = 0;      ///< 4 dt 2 G / (h rho)
    float viscosity = 0;  ///< 4 dt beta c: of changes of volume, see givenBy() [m]
    YieldLaw<float> law;  ///< of a particle
    Relaxation<float> relaxation{};
    float kept = 0;  ///< share of its residual that a particle keeps in the step
};

/// What a particle gives to a node d cells away, with its weight: the velocity v + x d.x + y d.y + z d.z, and
/// mass.
struct Given {
    Vec3f v, x, y, z;
    float mass = 1;

    TALUS_HD Vec3f at(const Vec3f& d) const { return v + x * d.x + y * d.y + z * d.z; }
};

/// v and C h - dt 4 / (h rho) tau. To the elastic stress comes that of a viscosity of changes of volume, beta
/// rho c h tr C (von Neumann, Richtmyer 1950, the linear term): nothing else damps layers that oscillate by
/// their compression. Flow by shear does not feel it.
TALUS_HD inline Given givenBy(const Transfer& t, const Particles& p, std::size_t n) {
    const float h = static_cast<float>(t.lattice.cell);
    const Vec3f e = p.strain[n], o = p.shear[n];
    const float trace = e.x + e.y + e.z;
    const bool apart = !(trace < t.law.tip);
    const float shear = apart ? 0 : t.shear;
    const float elastic = (t.bulk - t.shear * (1.0f / 3)) * trace,
                relaxing = t.bulk * t.relaxation.ratio * p.maxwellOf(n),
                viscous = t.viscosity * (p.dx[n].x + p.dy[n].y + p.dz[n].z);
    const float round = apart ? 0 : elastic + viscous + relaxing;
    return {p.velocity[n], p.dx[n] * h - Vec3f{shear * e.x + round, shear * o.z, shear * o.y},
            p.dy[n] * h - Vec3f{shear * o.z, shear * e.y + round, shear * o.x},
            p.dz[n] * h - Vec3f{shear * o.y, shear * o.x, shear * e.z + round}};
}

/// The same without stress, for the residual.
TALUS_HD inline Given withoutStress(const Transfer& t, const Particles& p, std::size_t n) {
    const float h = static_cast<float>(t.lattice.cell);
    return {p.velocity[n], p.dx[n] * h, p.dy[n] * h, p.dz[n] * h};
}

/// The distance of the node in cells; as mass, whether the particle carries load (walls/gap.h).
TALUS_HD inline Given momentOf(const Particles& p, std::size_t n) {
    const Vec3f e = p.strain[n];
    return {{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, e.x + e.y + e.z < loaded_trace ? 1.0f : 0.0f};
}

/// Adds the particles [begin, end) of a tile to its patch, which must be zero at first.
void toPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
             Patch& patch);
/// The same with stress and without it.
void toPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
             PairPatch& patch);
/// The same for their moments.
void momentsToPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin,
                    std::size_t end, Patch& patch);

/// The nodes of a particle that does not see all nodes of its patch, in rows of four (walls/hidden.h).
struct NodesOf {
    std::uint32_t row = 0;  ///< of the particle
    const Node *nodes = nullptr, *without = nullptr;
};

/// Sets the velocities of the particles [begin, end) of a tile and their derivatives from its patch, and
/// their strains at the end of the step. Positions stay.
/// @param own particles with nodes of their own, by rows
/// @param without nodes without stress, gravity and contact; nullptr: particles keep no residuals
/// @param residual what each of the particles keeps, to be added to its velocity after it has moved [m/s]
void fromPatch(const Transfer& t, const Particles& p, const Vec3d& corner, std::size_t begin, std::size_t end,
               const Patch& patch, std::span<const NodesOf> own, const Patch* without = nullptr,
               std::span<Vec3f> residual = {});

}  // namespace talus::sand::mpm
