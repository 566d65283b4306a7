#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/geometry/heightfield.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/params.h"
#include "talus/water/sources/fit_lattice.h"

namespace talus::water {

/// The initial positions of the particles of a block: if the block asks for it without those in solids, and
/// fitted to the obstacles in it (fit_lattice.h).
/// @param walls as the scene describes them, for the vessels and obstacles among them
std::vector<Vec3d> freePositionsIn(const Block& block, const FitKernel& kernel,
                                   const std::vector<environment::Wall>& walls, const SolidsAt& solids);

/// The number of these positions, before there is a state. Large blocks are counted with a larger distance of
/// columns. With free bodies all walls are ignored.
/// @param ground at the start; null: there is none
double countFreePositions(const Block& block, double spacing, const std::vector<environment::Wall>& walls,
                          const Solids& solids, const geometry::Heightfield* ground);

}  // namespace talus::water
