#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "talus/math/vec.h"

namespace talus::solids {

/// A half space: all x with dot(normal, x) <= offset.
struct HalfSpace {
    Vec3d normal;  ///< unit
    double offset = 0;
};

/// Points of a contact of two things, at most four.
struct Touch {
    Vec3d normal;  ///< unit, from the second to the first
    std::size_t count = 0;
    std::array<Vec3d, 4> on_second{};  ///< points on the surface of the second
    std::array<double, 4> gap{};       ///< distance to the first there, along the normal; below 0: an overlap
};

/// A point where two things are near.
struct NearPoint {
    Vec3d on_second;
    double gap = 0;
};

/// All the points of a contact of two things.
struct NearPoints {
    Vec3d normal;  ///< unit, from the second to the first
    std::vector<NearPoint> points;
};

/// A contact of at most four of some points: the deepest, and those that make the largest area with it.
Touch touchFrom(std::span<const NearPoint> found, const Vec3d& normal);
NearPoints listOf(const Touch& touch);

}  // namespace talus::solids
