#pragma once
#include <array>
#include <optional>

#include "talus/math/vec.h"

namespace talus::couple {

using Corners = std::array<Vec3d, 3>;

/// When a triangle passes a point.
struct Pass {
    double share = 0;              ///< of the step before that, 0 to 1
    std::array<double, 3> shares;  ///< of the corners at the point of the triangle that meets the other
    double side = 1;               ///< 1: the point was where (b - a) x (c - a) points, -1: behind
};

/// The first time within a step at which a point crosses a triangle, both on straight ways: a root of the
/// cubic volume of the four points (Bridson, Fedkiw and Anderson 2002, "Robust treatment of collisions,
/// contact and friction for cloth animation"), at which the point is in the triangle.
/// @param from, to of the corners @param p, q of the point @param after only passes later than this share
std::optional<Pass> firstPass(const Corners& from, const Corners& to, const Vec3d& p, const Vec3d& q,
                              double after = 0);

}  // namespace talus::couple
