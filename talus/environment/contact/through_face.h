#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "talus/environment/wall_faces.h"

/// goesThrough (goes_through.h) for all faces that are not round, for loops on the processor or on a device.
namespace talus::environment::through {

/// The vector from a point of a plane to where the line between `from` and `to` crosses the plane.
TALUS_HD inline std::optional<Vec3d> crossing(const Vec3d& point, const Vec3d& normal, const Vec3d& from,
                                              const Vec3d& to) {
    const Vec3d p = from - point, q = to - point;
    const double a = dot(p, normal), b = dot(q, normal);
    if (!(a * b < 0)) return std::nullopt;
    return p + (q - p) * (a / (a - b));
}

TALUS_HD inline bool plate(const WallFace& f, const Vec3d& from, const Vec3d& to) {
    const auto at = crossing(f.a, cross(f.b, f.c), from, to);
    if (!at) return false;
    const double u = dot(*at, f.b), v = dot(*at, f.c);
    return u >= 0 && v >= 0 && u <= squaredLength(f.b) && v <= squaredLength(f.c);
}

TALUS_HD inline bool triangle(const WallFace& f, const Vec3d& from, const Vec3d& to) {
    const Vec3d normal = cross(f.b - f.a, f.c - f.a);
    const auto at = crossing(f.a, normal, from, to);
    if (!at) return false;
    const auto left = [&](const Vec3d& p, const Vec3d& q) {
        return dot(cross(q - p, *at + f.a - p), normal) >= 0;
    };
    return left(f.a, f.b) && left(f.b, f.c) && left(f.c, f.a);
}

/// For a tube, cone or disc: solves |x + s dx| = r(z + s dz), with s and z within their ends.
TALUS_HD inline bool swept(const WallFace& f, const Vec3d& from, const Vec3d& to) {
    const double size = f.c.x, radius = f.c.y, widening = f.c.z - f.c.y;
    if (!(size > 0)) {
        const auto at = crossing(f.a, f.b, from, to);
        const double rho = at ? length(*at) : 0;
        return at && rho >= std::min(f.c.y, f.c.z) && rho <= std::max(f.c.y, f.c.z);
    }
    const double slope = widening / size;
    const Vec3d p = from - f.a, path = to - from;
    const double z = dot(p, f.b), dz = dot(path, f.b), r = radius + slope * z;
    const Vec3d x = p - f.b * z, dx = path - f.b * dz;
    const double a = squaredLength(dx) - slope * slope * dz * dz, b = dot(x, dx) - r * slope * dz,
                 c = squaredLength(x) - r * r;
    const auto meets = [&](double s) {
        const double height = z + s * dz;
        return s >= 0 && s <= 1 && height >= 0 && height <= size;
    };
    if (a == 0) return b != 0 && meets(-0.5 * c / b);
    const double square = b * b - a * c;
    if (square < 0) return false;
    const double root = std::sqrt(square);
    return meets((-b - root) / a) || meets((-b + root) / a);
}

/// The axis along which the line enters the box on one side and leaves it on the opposite one.
TALUS_HD inline std::optional<Vec3d> box(const WallFace& f, const Vec3d& from, const Vec3d& to) {
    struct Slab {
        double enters, leaves;
    };
    const auto slab = [&](double low, double high, double p, double q) {
        if (p == q) return p > low && p < high ? Slab{-1, 2} : Slab{2, -1};
        const double s = (low - p) / (q - p), t = (high - p) / (q - p);
        return Slab{std::min(s, t), std::max(s, t)};
    };
    const Slab slabs[3] = {slab(f.a.x, f.b.x, from.x, to.x), slab(f.a.y, f.b.y, from.y, to.y),
                           slab(f.a.z, f.b.z, from.z, to.z)};
    const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::size_t last_in = 0, first_out = 0;
    for (std::size_t a = 1; a < 3; ++a) {
        if (slabs[a].enters > slabs[last_in].enters) last_in = a;
        if (slabs[a].leaves < slabs[first_out].leaves) first_out = a;
    }
    const double in = slabs[last_in].enters, out = slabs[first_out].leaves;
    if (!(last_in == first_out && in >= 0 && out <= 1 && in < out)) return std::nullopt;
    return axes[last_in];
}

/// @pre the face is no ball, rod or capsule
TALUS_HD inline std::optional<Vec3d> notRound(const WallFace& face, const Vec3d& from, const Vec3d& to) {
    const auto when = [](bool through, const Vec3d& normal) {
        return through ? std::optional<Vec3d>(normal) : std::nullopt;
    };
    switch (face.kind) {
        case WallFace::Kind::Plate: return when(plate(face, from, to), normalized(cross(face.b, face.c)));
        case WallFace::Kind::Triangle:
            return when(triangle(face, from, to), normalized(cross(face.b - face.a, face.c - face.a)));
        case WallFace::Kind::Swept: return when(swept(face, from, to), {});
        case WallFace::Kind::BoxOutside: return box(face, from, to);
        default: return std::nullopt;
    }
}

}  // namespace talus::environment::through
