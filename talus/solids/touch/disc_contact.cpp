#include "talus/solids/touch/disc_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace talus::solids {
namespace {

/// Points of a rim, as on a plane (plane_contact.cpp).
constexpr int rim_points = 8;

/// Share of a radius up to which a point counts as on the rim.
constexpr double same = 1e-3;

}  // namespace

std::optional<NearPoints> pointsOf(const PosedRod& first, const PosedRod& second, double reach) {
    const double tilt = length(cross(first.rotation.z, second.rotation.z));
    // Discs that are tilted by more than the reach touch at one point.
    if (2 * std::min(first.radius, second.radius) * tilt > reach ||
        !(std::abs(dot(first.rotation.z, second.rotation.z)) > 0.5))
        return std::nullopt;
    const Vec3d apart = first.centre - second.centre;
    const Vec3d normal = dot(apart, second.rotation.z) > 0 ? second.rotation.z : -second.rotation.z;
    // The axis of the first, towards the second.
    const Vec3d axis = dot(first.rotation.z, normal) > 0 ? -first.rotation.z : first.rotation.z;
    const Vec3d lower = first.centre + axis * first.half, upper = second.centre + normal * second.half;
    const Vec3d between = lower - upper, across = between - normal * dot(between, normal);
    const double gap = dot(between, normal), offset = length(across);
    const double beside = first.radius + second.radius - offset;
    if (!(beside > 0) || -gap > beside) return std::nullopt;
    NearPoints found{normal, {}};
    /// A point on the disc of the first, and what is below it.
    const auto add = [&](const Vec3d& at) {
        const double height = dot(at - upper, normal);
        if (height <= reach) found.points.push_back({at - normal * height, height});
    };
    /// The point on the disc of the first above a point.
    const auto above = [&](const Vec3d& at) {
        return at + normal * (dot(lower - at, axis) / dot(normal, axis));
    };
    const auto acrossFrom = [&](const Vec3d& at, const Vec3d& middle) {
        const Vec3d d = at - middle;
        return length(d - normal * dot(d, normal));
    };
    for (int k = 0; k < rim_points; ++k) {
        const double around = 2 * std::numbers::pi * k / rim_points, c = std::cos(around),
                     s = std::sin(around);
        const Vec3d p = lower + (first.rotation.x * c + first.rotation.y * s) * first.radius,
                    q = upper + (second.rotation.x * c + second.rotation.y * s) * second.radius;
        // Of two equal discs one above the other the points of the first count, not those of both.
        if (acrossFrom(p, upper) <= second.radius * (1 + same)) add(p);
        if (acrossFrom(q, lower) < first.radius * (1 - same)) add(above(q));
    }
    if (offset > std::abs(first.radius - second.radius) + same * second.radius) {
        // Where two circles cross: on the line at `share` between their middles, `side` from it.
        const Vec3d along = across / offset, sideways = cross(normal, along);
        const double share =
            0.5 * (offset + (second.radius * second.radius - first.radius * first.radius) / offset);
        const double side = std::sqrt(std::max(0.0, second.radius * second.radius - share * share));
        for (const double sign : {-1, 1}) add(above(upper + along * share + sideways * (sign * side)));
    }
    return found;
}

}  // namespace talus::solids
