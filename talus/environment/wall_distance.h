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

TALUS_HD inline WallDistance toRod(const WallFace& rod, const Vec3d& p) {
    const Vec3d from = p - rod.a;
    const double z = dot(from, rod.b), middle = 0.5 * rod.c.x;
    const Vec3d across = from - rod.b * z;
    const double r = length(across);
    const Vec3d round = r > 0 ? across / r : geometry::perpendicularTo(rod.b);
    const Vec3d end = z > middle ? rod.b : -rod.b;
    const double beyond_end = std::abs(z - middle) - middle, beyond_round = r - rod.c.y;
    const Vec3d away = end * std::max(beyond_end, 0.0) + round * std::max(beyond_round, 0.0);
    const bool by_end = beyond_end > beyond_round;
    return ofSolid(away, by_end ? beyond_end : beyond_round, by_end ? end : round,
                   beyond_end > 0 && beyond_round > 0);
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

}  // namespace talus::environment::nearest
