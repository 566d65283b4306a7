#include "talus/water/boundary/convex.h"

#include <cmath>

namespace talus::water {

SolidSides sidesOf(const environment::WallsAt& walls, std::uint32_t face, const Vec3d& place) {
    using Kind = environment::WallFace::Kind;
    const environment::WallFace& f = walls.face(face);
    if (f.kind != Kind::BoxOutside && f.kind != Kind::Rod) return {};
    const Vec3d p = walls.inFrame(f.wall, place);
    SolidSides sides;
    const auto add = [&](double distance, const Vec3d& normal) {
        sides.add(distance, walls.moves(f.wall) ? turned(walls.pose(f.wall).turn, normal) : normal);
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

ConvexShare convexShare(const WallIntegral& integral, const SolidSides& sides) {
    ConvexShare both;
    for (const SolidSide& side : sides) {
        const double share = integral.share(side.distance);
        both.gradient = both.gradient * share + side.normal * (-integral.slope(side.distance) * both.share);
        both.share *= share;
    }
    return both;
}

}  // namespace talus::water
