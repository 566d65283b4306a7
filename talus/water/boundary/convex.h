#pragma once
#include <cmath>
#include <cstddef>

#include "talus/environment/wall_faces.h"
#include "talus/environment/wall_motion.h"
#include "talus/water/boundary/wall_integral.h"

namespace talus::water {

/// A side of a solid, and the distance of a position in front of it.
struct SolidSide {
    double distance = 0;  ///< [m]; negative behind it
    Vec3d normal;         ///< unit, out of the solid
};

/// Up to three sides.
struct SolidSides {
    SolidSide of[3];
    std::size_t count = 0;

    TALUS_HD void add(double distance, const Vec3d& normal) { of[count++] = {distance, normal}; }
    TALUS_HD const SolidSide* begin() const { return of; }
    TALUS_HD const SolidSide* end() const { return of + count; }
};

/// The sides of a box or a cylinder seen from outside: of two opposite sides the nearer one. None for faces
/// of other kinds.
/// @tparam Walls environment::WallsAt or WallView
template <class Walls>
TALUS_HD SolidSides sidesOf(const Walls& walls, std::uint32_t face, const Vec3d& position) {
    using Kind = environment::WallFace::Kind;
    const environment::WallFace& f = walls.face(face);
    if (f.kind != Kind::BoxOutside && f.kind != Kind::Rod) return {};
    const Vec3d p = walls.inFrame(f.wall, position);
    SolidSides sides;
    const auto add = [&](double distance, const Vec3d& normal) {
        sides.add(distance, walls.moves(f.wall) ? rotated(walls.pose(f.wall).rotation, normal) : normal);
    };
    const auto slab = [&](double low, double x, double high, const Vec3d& axis) {
        if (x - high >= low - x)
            add(x - high, axis);
        else
            add(low - x, -axis);
    };
    if (f.kind == Kind::BoxOutside) {
        slab(f.a.x, p.x, f.b.x, {1, 0, 0});
        slab(f.a.y, p.y, f.b.y, {0, 1, 0});
        slab(f.a.z, p.z, f.b.z, {0, 0, 1});
    } else {
        const Vec3d from = p - f.a;
        const double z = dot(from, f.b);
        const Vec3d across = from - f.b * z;
        const double r = length(across);
        add(r - f.c.y, r > 0 ? across / r : geometry::perpendicularTo(f.b));
        slab(0, z, f.c.x, f.b);
    }
    return sides;
}

/// The share of a kernel in the solid behind all of these sides, and its gradient [1/m]: the product of the
/// shares behind each side. This is exact for a kernel that is a product over its axes, as a Gaussian is, and
/// for any kernel whose centre is on the edge. A half space through the nearest point of an edge would have
/// twice that share, and of a corner four times. A solid thinner than the kernel counts as thicker, because
/// the water behind it is not among the neighbours.
struct ConvexShare {
    double share = 1;
    Vec3d gradient;
};
TALUS_HD inline ConvexShare convexShare(const WallTable& integral, const SolidSides& sides) {
    ConvexShare both;
    for (const SolidSide& side : sides) {
        const double share = integral.share(side.distance);
        both.gradient = both.gradient * share + side.normal * (-integral.slope(side.distance) * both.share);
        both.share *= share;
    }
    return both;
}

}  // namespace talus::water
