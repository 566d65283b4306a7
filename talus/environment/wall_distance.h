#pragma once
#include <algorithm>

#include "talus/environment/wall_faces.h"

/// The distance from the nearest point of a face to a point p, for each kind of face.
namespace talus::environment::nearest {

/// For a solid. @param away from the nearest point of the solid to p; zero if p is inside
/// @param depth, out for a point inside: distance to the nearest side (<= 0) and that side's outward normal
TALUS_HD inline WallDistance ofSolid(const Vec3d& away, double depth, const Vec3d& out, bool at_edge) {
    const double d = length(away);
    if (d > 0) return {d, away / d, Side::None, at_edge};
    return {depth, out, Side::None, false};
}

TALUS_HD inline WallDistance toBox(const Vec3d& min, const Vec3d& max, const Vec3d& p) {
    const Vec3d low = min - p, high = p - max;  // positive: outside on that side
    const auto beyond = [](double l, double h) { return l > 0 ? -l : h > 0 ? h : 0.0; };
    const Vec3d away{beyond(low.x, high.x), beyond(low.y, high.y), beyond(low.z, high.z)};
    double depth = low.x;
    Vec3d out{-1, 0, 0};
    const auto nearer = [&](double value, const Vec3d& direction) {
        if (value > depth) {
            depth = value;
            out = direction;
        }
    };
    nearer(high.x, {1, 0, 0});
    nearer(low.y, {0, -1, 0});
    nearer(high.y, {0, 1, 0});
    nearer(low.z, {0, 0, -1});
    nearer(high.z, {0, 0, 1});
    return ofSolid(away, depth, out, (away.x != 0) + (away.y != 0) + (away.z != 0) > 1);
}

/// A point relative to the round side of a rod and its nearer end.
struct FromRod {
    Vec3d end, round;                 ///< normals
    double beyond_end, beyond_round;  ///< distances

    TALUS_HD FromRod(const WallFace& rod, const Vec3d& p) {
        const Vec3d from = p - rod.a;
        const double z = dot(from, rod.b), middle = 0.5 * rod.c.x;
        const Vec3d across = from - rod.b * z;
        const double r = length(across);
        round = r > 0 ? across / r : geometry::perpendicularTo(rod.b);
        end = z > middle ? rod.b : -rod.b;
        beyond_end = std::abs(z - middle) - middle;
        beyond_round = r - rod.c.y;
    }
};

TALUS_HD inline WallDistance toRod(const WallFace& rod, const Vec3d& p) {
    const FromRod from(rod, p);
    const Vec3d away =
        from.end * std::max(from.beyond_end, 0.0) + from.round * std::max(from.beyond_round, 0.0);
    const bool by_end = from.beyond_end > from.beyond_round;
    return ofSolid(away, by_end ? from.beyond_end : from.beyond_round, by_end ? from.end : from.round,
                   from.beyond_end > 0 && from.beyond_round > 0);
}

/// The distance is positive outside of the ball.
TALUS_HD inline WallDistance toBall(const Vec3d& centre, double radius, const Vec3d& p) {
    const Vec3d from = p - centre;
    const double r = length(from);
    // At the centre every direction is equally near.
    return {r - radius, r > 0 ? from / r : Vec3d{0, 0, 1}, Side::None, false};
}

TALUS_HD inline WallDistance toThin(const geometry::ClosestPoint& closest, const Vec3d& p) {
    const Vec3d away = p - closest.point;
    const double d = length(away);
    const bool front = dot(away, closest.normal) >= 0;
    return {d, d > 0 ? away / d : closest.normal, front ? Side::Front : Side::Back, closest.at_edge};
}

/// distanceTo (wall_faces.h) for loops on the processor or on a device.
TALUS_HD inline WallDistance onFace(const WallFace& face, const Vec3d& p) {
    switch (face.kind) {
        case WallFace::Kind::Plane: return {dot(p - face.a, face.b), face.b, Side::None, false};
        case WallFace::Kind::BoxOutside: return toBox(face.a, face.b, p);
        case WallFace::Kind::SphereOutside: return toBall(face.a, face.b.x, p);
        case WallFace::Kind::SphereInside: {
            const WallDistance out = toBall(face.a, face.b.x, p);
            return {-out.distance, -out.normal, Side::None, false};
        }
        case WallFace::Kind::Rod: return toRod(face, p);
        case WallFace::Kind::Capsule:
            return toBall(geometry::closestOnSegment(face.a, face.b, p), face.c.x, p);
        case WallFace::Kind::Plate: return toThin(geometry::closestOnRectangle(face.a, face.b, face.c, p), p);
        case WallFace::Kind::Swept:
            return toThin(geometry::closestOnSwept({face.a, face.b, face.c.x, face.c.y, face.c.z}, p), p);
        case WallFace::Kind::Triangle:
            return toThin(geometry::closestOnTriangle(face.a, face.b, face.c, p), p);
    }
    return {};
}

/// Calls visit(distance, normal) for each side of a solid around a point inside it or on its surface: the six
/// of a box, the round one of a rod and its nearer end. Distances inside are negative. Nothing for solids
/// with one smooth surface.
template <class Visit>
TALUS_HD void forSides(const WallFace& face, const Vec3d& p, Visit visit) {
    if (face.kind == WallFace::Kind::BoxOutside) {
        const Vec3d low = face.a - p, high = p - face.b;
        visit(low.x, Vec3d{-1, 0, 0});
        visit(high.x, Vec3d{1, 0, 0});
        visit(low.y, Vec3d{0, -1, 0});
        visit(high.y, Vec3d{0, 1, 0});
        visit(low.z, Vec3d{0, 0, -1});
        visit(high.z, Vec3d{0, 0, 1});
    } else if (face.kind == WallFace::Kind::Rod) {
        const FromRod from(face, p);
        visit(from.beyond_end, from.end);
        visit(from.beyond_round, from.round);
    }
}

}  // namespace talus::environment::nearest
