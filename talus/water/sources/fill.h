#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/math/vec.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/params.h"

namespace talus::water {

/// Places of a cubic lattice in a block: it stands on the block's lowest face, and is centred in the plan.
/// The same for any block, so that blocks that touch do not overlap by more than round-off.
/// @param thinned columns stand so many spacings apart: for counts of large blocks
std::vector<Vec3d> placesIn(const Block& block, double spacing, double thinned = 1);

/// How many placesIn() gives, at the most: for limits before there is memory for them.
double mostPlacesIn(const Block& block, double spacing);

/// How many spacings apart columns stand in a count that is not to take long: 1, and more where a block has
/// over a million places.
double thinningFor(const Block& block, double spacing);

/// How far off solids water begins [m].
struct Clearance {
    double walls = 0, ground = 0;
    double obstacles = 0;                      ///< off walls that are obstacles (obstacles.h)
    std::span<const std::uint8_t> obstacle{};  ///< by wall: 1 where it is one; empty: none is
};
/// Leaves out what would be in a wall, in the ground, or nearer to them than that.
void leaveOutSolids(const SolidsAt& solids, const Clearance& clearance, std::vector<Vec3d>& places);

}  // namespace talus::water
