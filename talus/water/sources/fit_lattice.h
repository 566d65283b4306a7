#pragma once
#include <vector>

#include "talus/water/boundary/contacts.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/params.h"
#include "talus/water/sources/obstacles.h"

namespace talus::water {

/// The kernel of the water, and what walls have of it.
struct FitKernel {
    Kernel kernel = Kernel::CubicSpline;
    double spacing = 0;  ///< [m]
    const WallIntegral& integral;
};

/// Moves the places of a lattice that obstacles were cut out of, so that they fill the space around these
/// evenly. A surface that cuts the lattice anywhere leaves gaps and narrow places: water fell into the gaps
/// at 0.6 m/s. Each place near an obstacle is moved along the gradient of the density, turn by turn, until
/// nothing moves any more (the particle packing of Colagrossi, Bouscasse, Antuono, Marrone 2012, "Particle
/// packing algorithm for SPH schemes", Comput. Phys. Commun. 183, 1641). For that the lattice goes on beyond
/// the block, so that its surface and the walls that it touches stay as they are.
/// @param lattice of the block @param places of it, less those in solids
void fitLattice(const FitKernel& kernel, const SolidsAt& solids, const Obstacles& obstacles,
                const Lattice& lattice, std::vector<Vec3d>& places);

}  // namespace talus::water
