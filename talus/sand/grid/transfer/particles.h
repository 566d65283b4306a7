#pragma once
#include <cstdint>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/exec/sort.h"
#include "talus/sand/grid/lattice.h"

namespace talus::sand::grid {

/// Particles of one mass, with the velocity near each as a linear function: the affine particle-in-cell
/// method (Jiang, Schroeder, Selle, Teran, Stomakhin 2015, "The affine particle-in-cell method").
struct Particles {
    exec::View<const Vec3d> position;                         ///< [m]
    exec::View<Vec3f> velocity;                               ///< [m/s]
    exec::View<Vec3f> velocity_dx, velocity_dy, velocity_dz;  ///< derivatives along x, y, z [1/s]
    double mass = 0;                                          ///< of each [kg]
};

/// Mass and velocity on the faces, and mass in the cells. A particle gives to the eight nearest faces of each
/// axis, and to the eight nearest cells, with trilinear weights.
struct SandOnGrid {
    Faces mass;                     ///< [kg]
    Faces velocity;                 ///< 0 where there is no mass [m/s]
    std::vector<double> cell_mass;  ///< [kg]
};

/// Scratch of the transfer, kept by the caller.
struct TransferScratch {
    exec::Array<std::uint64_t> keys;
    exec::Array<std::uint32_t> order;
    std::vector<std::size_t> begin;  ///< of the particles of each block
    exec::SortScratch sort;
};

/// The smallest box with every particle at least two cells from its ring. @pre there are particles
/// @param period cells from index 0 on after which an axis repeats; 0: it does not. Positions are in the
/// first period
Lattice boxAround(const exec::Exec& exec, exec::View<const Vec3d> position, double spacing,
                  const Vec3d& origin = {}, const Vec3i& period = {});

/// Sums mass and momentum of the particles. The order of each sum is that of blocks of 4 x 4 x 4 cells and,
/// within one, of the particles, so that the bits do not depend on the number of threads.
/// @pre `lattice` is boxAround() of the positions, or larger
void toGrid(const exec::Exec& exec, const Lattice& lattice, const Particles& particles, SandOnGrid& sand,
            TransferScratch& scratch);

/// How particles take up the velocities of the grid.
enum class Transfer {
    Affine,    ///< the velocity and its derivatives; keeps momentum and angular momentum
    InCell,    ///< the velocity; damps all that is smaller than a cell
    Implicit,  ///< adds the change of the velocity to that of the particle; keeps noise
};

/// Gives the particles the velocities of the grid.
/// @param before velocities as toGrid made them; read by Transfer::Implicit
void toParticles(const exec::Exec& exec, const Lattice& lattice, const Faces& velocity, const Faces& before,
                 Transfer transfer, const Particles& particles);

/// The velocity of the grid at a position [m/s].
Vec3d velocityAt(const Lattice& lattice, const Faces& velocity, const Vec3d& position);

}  // namespace talus::sand::grid
