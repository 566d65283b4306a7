#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/math/vec.h"

namespace talus::render {

/// The number of points around each point of a liquid: few for spray, many inside the liquid.
struct NeighbourCounts {
    std::vector<std::uint32_t> around;  ///< points in the 3 x 3 x 3 cells around the point, itself included
    std::vector<bool> inside;           ///< whether all 27 cells contain points
};

/// @param cell side of a cell, in the unit of the points
NeighbourCounts neighbourCounts(std::span<const Vec3d> points, double cell);

/// For each point, the mean of a value over the points in the 3 x 3 x 3 cells around it, itself included.
std::vector<float> meanOverNeighbours(std::span<const Vec3d> points, std::span<const float> value,
                                      double cell);

}  // namespace talus::render
