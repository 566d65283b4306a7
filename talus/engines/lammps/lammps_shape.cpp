#include "talus/engines/lammps/lammps_shape.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/geometry/shapes.h"
#include "talus/math/rotation.h"

namespace talus::engines {
namespace {

using environment::WallFace;

/// Thickness of a solid that replaces a thin face: a few units in the last place, the size of round-off.
double thicknessAt(double coordinate, double size) { return 1e-15 * std::max(std::abs(coordinate), size); }

std::string vector(const Vec3d& v) { return fmt::format("{} {} {}", v.x, v.y, v.z); }

double largestPart(const Vec3d& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// The axis (0 to 2) that a unit vector lies along, and its sign.
struct Along {
    int axis;
    bool forward;
};
std::optional<Along> alongAxis(const Vec3d& unit) {
    const double parts[] = {unit.x, unit.y, unit.z};
    for (int i = 0; i < 3; ++i)
        if (std::abs(std::abs(parts[i]) - 1) < 1e-15) return Along{i, parts[i] > 0};
    return std::nullopt;
}

std::string block(const Vec3d& low, const Vec3d& high) {
    return fmt::format("block {} {} {} {} {} {}", low.x, high.x, low.y, high.y, low.z, high.z);
}

/// A cylinder or cone along an axis, from `start` over `length` (>= 0).
struct Round {
    Vec3d start, axis;
    double length, radius, end_radius;
};

/// A cylinder or cone of LAMMPS has its axis along x, y or z. For any other axis the shape is along z and is
/// rotated about its start.
LammpsShape roundShape(const Round& r, bool cone) {
    LammpsShape shape;
    shape.point = r.start;
    Along along{2, true};
    if (const auto found = alongAxis(r.axis))
        along = *found;
    else if (const Vec3d across = cross({0, 0, 1}, r.axis); squaredLength(across) > 0)
        shape.rotation = normalized(across) * std::acos(std::clamp(r.axis.z, -1.0, 1.0));
    const double parts[] = {r.start.x, r.start.y, r.start.z};
    const double from = parts[along.axis], to = from + (along.forward ? r.length : -r.length);
    const double c1 = along.axis == 0 ? parts[1] : parts[0], c2 = along.axis == 2 ? parts[1] : parts[2];
    const double low_radius = along.forward ? r.radius : r.end_radius,
                 high_radius = along.forward ? r.end_radius : r.radius;
    shape.solids = {cone ? fmt::format("cone {} {} {} {} {} {} {}", "xyz"[along.axis], c1, c2, low_radius,
                                       high_radius, std::min(from, to), std::max(from, to))
                         : fmt::format("cylinder {} {} {} {} {} {}", "xyz"[along.axis], c1, c2, r.radius,
                                       std::min(from, to), std::max(from, to))};
    return shape;
}

LammpsShape solidShape(std::string solid, bool inside, double curvature_radius) {
    LammpsShape shape;
    shape.solids = {std::move(solid)};
    shape.inside = inside;
    shape.curvature_radius = curvature_radius;
    return shape;
}

std::string ball(const Vec3d& centre, double radius) {
    return fmt::format("sphere {} {}", vector(centre), radius);
}

LammpsShape sweptShape(const WallFace& face) {
    Round round{face.a, face.b, face.c.x, face.c.y, face.c.z};
    const double thin = thicknessAt(largestPart(face.a), round.end_radius + round.radius);
    if (round.length == 0 && round.radius == 0) {  // a disc
        round.length = thin;
        round.radius = round.end_radius;
        return roundShape(round, false);
    }
    const bool tube = round.radius == round.end_radius;
    if (round.length == 0) round.length = thin;  // a disc with a hole: a very flat cone
    LammpsShape shape = roundShape(round, !tube);
    shape.open = " open 1 open 2";
    if (tube) shape.curvature_radius = -2 * round.radius;  // LAMMPS uses twice the radius here
    shape.curvature_varies = !tube;
    return shape;
}

LammpsShape plateShape(const WallFace& face) {
    LammpsShape shape;
    const Vec3d &corner = face.a, &u = face.b, &v = face.c;
    const double thin = thicknessAt(largestPart(corner), largestPart(u) + largestPart(v));
    const Vec3d ex = normalized(u), ey = normalized(v), ez = cross(ex, ey);
    if (alongAxis(ex) && alongAxis(ey)) {
        const auto [ix, fx] = *alongAxis(ex);
        const auto [iy, fy] = *alongAxis(ey);
        // Sides along the axes need no rotation, which would change their last bits.
        const int iz = 3 - ix - iy;
        const Vec3d far = corner + u + v;
        Vec3d low{std::min(corner.x, far.x), std::min(corner.y, far.y), std::min(corner.z, far.z)};
        Vec3d high{std::max(corner.x, far.x), std::max(corner.y, far.y), std::max(corner.z, far.z)};
        (iz == 0 ? high.x : iz == 1 ? high.y : high.z) += thin;
        shape.solids = {block(low, high)};
        return shape;
    }
    shape.point = corner;
    shape.rotation = rotationVector(Rotation{ex, ey, ez});
    shape.solids = {block(corner, corner + Vec3d{length(u), length(v), thin})};
    return shape;
}

/// Two balls and a rod between them. The rod is thinner by round-off, so that its rims lie in the balls and
/// no grain touches them.
std::optional<LammpsShape> capsuleShape(const WallFace& face) {
    const double radius = face.c.x, long_is = length(face.b - face.a);
    if (long_is == 0) return solidShape(ball(face.a, radius), false, radius);
    const Vec3d axis = (face.b - face.a) / long_is;
    if (!alongAxis(axis)) return std::nullopt;
    const double thinner = 4 * thicknessAt(std::max(largestPart(face.a), largestPart(face.b)), radius);
    LammpsShape shape = roundShape({face.a, axis, long_is, radius - thinner, radius - thinner}, false);
    shape.solids = {ball(face.a, radius), ball(face.b, radius), shape.solids.front()};
    shape.curvature_varies = true;
    return shape;
}

}  // namespace

std::optional<LammpsShape> lammpsShape(const WallFace& face) {
    switch (face.kind) {
        case WallFace::Kind::Plane:
            return solidShape(fmt::format("plane {} {}", vector(face.a), vector(face.b)), true, 0);
        case WallFace::Kind::BoxOutside: return solidShape(block(face.a, face.b), false, 0);
        case WallFace::Kind::SphereOutside: return solidShape(ball(face.a, face.b.x), false, face.b.x);
        case WallFace::Kind::SphereInside: return solidShape(ball(face.a, face.b.x), true, -face.b.x);
        case WallFace::Kind::Rod: return roundShape({face.a, face.b, face.c.x, face.c.y, face.c.y}, false);
        case WallFace::Kind::Plate: return plateShape(face);
        case WallFace::Kind::Swept: return sweptShape(face);
        case WallFace::Kind::Capsule: return capsuleShape(face);
        case WallFace::Kind::Triangle: break;
    }
    return std::nullopt;
}

std::optional<std::string> lammpsPlane(const WallFace& face) {
    if (face.kind != WallFace::Kind::Plane) return std::nullopt;
    const double n[] = {face.b.x, face.b.y, face.b.z}, p[] = {face.a.x, face.a.y, face.a.z};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(n[axis]) != 1) continue;
        // LAMMPS' flat walls are a pair, low and high; NULL means that one is absent.
        return n[axis] > 0 ? fmt::format("{}plane {} NULL", "xyz"[axis], p[axis])
                           : fmt::format("{}plane NULL {}", "xyz"[axis], p[axis]);
    }
    return std::nullopt;
}

}  // namespace talus::engines
