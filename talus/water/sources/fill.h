#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/math/vec.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/params.h"

namespace talus::water {

/// The positions of a cubic lattice in a block: it starts at the block's lowest face, and is centred
/// horizontally. Adjacent blocks do not overlap by more than round-off.
/// @param thinned distance of columns in spacings: above 1 for counts of large blocks
std::vector<Vec3d> positionsIn(const Block& block, double spacing, double thinned = 1);

/// An upper bound of the number of positionsIn(), to check limits before allocating.
double maxPositionsIn(const Block& block, double spacing);

/// The distance of columns in spacings for a fast count: 1, and more if a block has over a million positions.
double thinningFor(const Block& block, double spacing);

/// The minimum distances of initial water from solids [m].
struct Clearance {
    double walls = 0, ground = 0;
    double obstacles = 0;                      ///< from walls that are obstacles (obstacles.h)
    std::span<const std::uint8_t> obstacle{};  ///< by wall: 1 for obstacles; empty: there are none
};
/// Removes positions in walls or in the ground, or nearer to them than the clearance.
void removeInSolids(const SolidsAt& solids, const Clearance& clearance, std::vector<Vec3d>& positions);

}  // namespace talus::water
