#pragma once
#include <vector>

#include "talus/water/boundary/contacts.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/params.h"
#include "talus/water/sources/obstacles.h"

namespace talus::water {

/// The kernel of the water, and its integrals over walls.
struct FitKernel {
    Kernel kernel = Kernel::CubicSpline;
    double spacing = 0;  ///< [m]
    const WallIntegral& integral;
};

/// Moves the positions of a lattice near obstacles, such that they fill the space around these evenly. A
/// surface that cuts the lattice leaves gaps and regions that are too dense: water fell into the gaps at 0.6
/// m/s. Each position near an obstacle is moved along the gradient of the density, iteratively, until nothing
/// moves (the particle packing of Colagrossi, Bouscasse, Antuono, Marrone 2012, "Particle packing algorithm
/// for SPH schemes", Comput. Phys. Commun. 183, 1641). The lattice continues outside the block for that, so
/// that positions at the surface and at walls of the block do not move.
/// @param lattice of the block @param positions of it outside solids
void fitLattice(const FitKernel& kernel, const SolidsAt& solids, const Obstacles& obstacles,
                const Lattice& lattice, std::vector<Vec3d>& positions);

}  // namespace talus::water
