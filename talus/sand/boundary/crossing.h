#pragma once
#include <cmath>

#include "talus/environment/wall_faces.h"
#include "talus/geometry/closest_point.h"

namespace talus::sand {

/// Whether the straight path from p to q leads to a thin face or through it. A point q that is less than
/// `tolerance` in front of the face is on it [m]. For tubes and cones the path is taken as straight in
/// the plane of axis and distance from the axis, as it is for paths that are short beside the radius.
/// All in the frame of the face's wall.
inline bool crosses(const environment::WallFace& face, const Vec3d& p, const Vec3d& q, double tolerance) {
    using Kind = environment::WallFace::Kind;
    /// Paths that pass a border by less than this share of the face cross it: where faces meet there is no
    /// gap.
    constexpr double border = 1e-6;
    const auto shareAt = [&](double at_p, double at_q) {
        // Signed distances; q is beyond, on the face, or there is no crossing.
        const double side = at_p < 0 ? -1 : 1;
        if (side * at_q > tolerance) return -1.0;
        const double whole = at_p - at_q;
        return whole != 0 ? std::min(at_p / whole, 1.0) : 0.0;
    };
    const auto isWithin = [](double u) { return u >= -border && u <= 1 + border; };
    if (face.kind == Kind::Swept) {
        // z along the axis, r away from it; the face is the line from (0, r0) to (length, r1).
        const auto meridian = [&](const Vec3d& x, double& z, double& r) {
            z = dot(x - face.a, face.b);
            r = length(x - face.a - face.b * z);
        };
        double zp, rp, zq, rq;
        meridian(p, zp, rp);
        meridian(q, zq, rq);
        const double along = face.c.x, widening = face.c.z - face.c.y;
        const double slant = std::hypot(along, widening);
        const auto distance = [&](double z, double r) {
            return ((r - face.c.y) * along - z * widening) / slant;
        };
        const double s = shareAt(distance(zp, rp), distance(zq, rq));
        if (s < 0) return false;
        const double z = zp + s * (zq - zp), r = rp + s * (rq - rp);
        return isWithin((z * along + (r - face.c.y) * widening) / (slant * slant));
    }
    const bool triangle = face.kind == Kind::Triangle;
    const Vec3d u = triangle ? face.b - face.a : face.b, v = triangle ? face.c - face.a : face.c;
    const Vec3d normal = normalized(cross(u, v));
    const double s = shareAt(dot(p - face.a, normal), dot(q - face.a, normal));
    if (s < 0) return false;
    const Vec3d at = p + (q - p) * s - face.a;
    // at = a u + b v + ... with the dual basis of u and v.
    const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
    const double a = (vv * dot(at, u) - uv * dot(at, v)) / det, b = (uu * dot(at, v) - uv * dot(at, u)) / det;
    return isWithin(a) && isWithin(b) && (!triangle || a + b <= 1 + border);
}

/// The normal of a thin face at its point nearest to p: unit, as the face says, towards its front.
inline Vec3d normalOf(const environment::WallFace& face, const Vec3d& p) {
    using Kind = environment::WallFace::Kind;
    if (face.kind == Kind::Swept)
        return geometry::closestOnSwept({face.a, face.b, face.c.x, face.c.y, face.c.z}, p).normal;
    return face.kind == Kind::Triangle ? normalized(cross(face.b - face.a, face.c - face.a))
                                       : normalized(cross(face.b, face.c));
}

/// Whether p is on the side of a thin face to which its normal points.
inline bool isInFront(const environment::WallFace& face, const Vec3d& p) {
    using Kind = environment::WallFace::Kind;
    const Vec3d on = face.kind == Kind::Swept
                         ? geometry::closestOnSwept({face.a, face.b, face.c.x, face.c.y, face.c.z}, p).point
                         : face.a;
    return dot(p - on, normalOf(face, p)) >= 0;
}

}  // namespace talus::sand
