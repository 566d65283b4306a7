#pragma once
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/mesh/triangle_tree.h"

namespace talus::geometry {

/// A point relative to a closed surface.
struct SignedDistance {
    double distance = 0;  ///< negative inside
    Vec3d normal;         ///< unit: from the nearest point of the surface to an outer point, inside reversed;
                          ///< on the surface its own
};

/// The angle that a triangle has at a point of it: of its corner, half a circle on a side, a circle inside.
inline double angleAt(const std::array<Vec3d, 3>& corners, const ClosestPoint& point) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(point.point == corners[k])) continue;
        const Vec3d u = corners[(k + 1) % 3] - corners[k], v = corners[(k + 2) % 3] - corners[k];
        return std::atan2(length(cross(u, v)), dot(u, v));
    }
    return point.at_edge ? std::numbers::pi : 2 * std::numbers::pi;
}

/// The signed distance from a closed mesh whose triangles face outwards. The sign is that of the sum of the
/// normals at the nearest point, weighted by the angles of its triangles there (Baerentzen and Aanaes 2005,
/// "Signed distance computation using the angle weighted pseudonormal").
/// @param corners (triangle): its three points, as an array
template <class Corners>
SignedDistance signedDistance(const TriangleTree& tree, Corners corners, const Vec3d& p) {
    // Triangles that share an edge or a corner are equally near, up to round-off.
    constexpr double equal = 1e-9;
    double least = std::numeric_limits<double>::infinity();
    double round_off = 0;  // a point this near is on the surface
    Vec3d away, normals;
    tree.nearest(p, [&](std::uint32_t triangle) {
        const std::array<Vec3d, 3> at = corners(triangle);
        const ClosestPoint closest = closestOnTriangle(at[0], at[1], at[2], p);
        const Vec3d from = p - closest.point;
        const double squared = squaredLength(from), size = squaredLength(at[1] - at[0]);
        const double tie = equal * (least + equal * size);
        if (!(squared <= least + tie)) return squared;
        if (squared < least - tie) normals = {};
        if (squared < least) {
            least = squared;
            round_off = equal * std::sqrt(size);
            away = from;
        }
        normals += closest.normal * angleAt(at, closest);
        return squared;
    });
    const double distance = std::sqrt(least);
    const bool inside = dot(away, normals) < 0;
    const Vec3d normal = distance > round_off ? away / (inside ? -distance : distance) : normalized(normals);
    return {inside ? -distance : distance, normal};
}

}  // namespace talus::geometry
