#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "talus/math/vec.h"

namespace talus::solids {

/// A box with sides along the axes, around an object.
struct Extent {
    Vec3d min, max;
    bool moves = false;    ///< two that do not move are no pair
    bool skipped = false;  ///< it is in no pair
};

/// All pairs of boxes that overlap, each with the smaller index first, sorted: a sweep along the axis in
/// which the boxes are spread most (Baraff 1992, "Dynamic Simulation of Non-penetrating Rigid Bodies", 2.3).
/// @param pairs replaced
void findNearPairs(std::span<const Extent> extents,
                   std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs);

}  // namespace talus::solids
