#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/math/vec.h"

namespace talus::render {

/// How many points there are around each point of a liquid: few around spray, many inside.
struct Crowding {
    std::vector<std::uint32_t> around;  ///< points in the 27 cells around the point's own, itself included
    std::vector<bool> inside;           ///< there are points in all 27 cells
};

/// @param cell side of a cell, in the unit of the points
Crowding crowdingOf(std::span<const Vec3d> points, double cell);

/// The mean of a value over the points in the 27 cells around each point's own, itself included.
std::vector<float> meanAround(std::span<const Vec3d> points, std::span<const float> value, double cell);

}  // namespace talus::render
