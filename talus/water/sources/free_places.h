#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/geometry/heightfield.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/params.h"
#include "talus/water/sources/fit_lattice.h"

namespace talus::water {

/// Where the particles of a block begin: its places, less what would be in solids where the block asks for
/// that, and fitted to the obstacles in it (fit_lattice.h).
/// @param walls as the scene describes them, for the vessels and obstacles among them
std::vector<Vec3d> freePlacesIn(const Block& block, const FitKernel& kernel,
                                const std::vector<environment::Wall>& walls, const SolidsAt& solids);

/// How many these are, told before there is a state: counted, or, where that would take long, in columns that
/// stand farther apart. Where bodies move freely, no wall is looked at.
/// @param ground at the start; null: there is none
double countFreePlaces(const Block& block, double spacing, const std::vector<environment::Wall>& walls,
                       const Solids& solids, const geometry::Heightfield* ground);

}  // namespace talus::water
