#pragma once
#include <array>
#include <cstddef>

#include "talus/environment/walls.h"
#include "talus/water/boundary/wall_integral.h"

namespace talus::water {

/// A side of a solid, and how far a place is in front of it.
struct SolidSide {
    double distance = 0;  ///< [m]; behind it negative
    Vec3d normal;         ///< unit, out of the solid
};

/// Up to three of them.
struct SolidSides {
    std::array<SolidSide, 3> of;
    std::size_t count = 0;

    void add(double distance, const Vec3d& normal) { of[count++] = {distance, normal}; }
    const SolidSide* begin() const { return of.data(); }
    const SolidSide* end() const { return of.data() + count; }
};

/// The sides that a box or a cylinder, seen from outside, is between: of two that face away from each other
/// the nearer one. None for faces of other kinds.
SolidSides sidesOf(const environment::WallsAt& walls, std::uint32_t face, const Vec3d& place);

/// The share of a kernel in what is behind all of these sides, and its gradient [1/m]. The product of the
/// shares of each: exact for a kernel that is a product of its axes, as a Gaussian is, and for any through
/// whose middle the edge goes; the half space through the nearest point of an edge would have twice of that,
/// and of a corner four times. A solid thinner than the kernel counts as if it went on, for the water behind
/// it is out of sight.
struct ConvexShare {
    double share = 1;
    Vec3d gradient;
};
ConvexShare convexShare(const WallIntegral& integral, const SolidSides& sides);

}  // namespace talus::water
