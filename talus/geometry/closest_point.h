#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "talus/core/host_device.h"
#include "talus/math/vec.h"

// Closest points on thin surfaces. `at_edge`: the closest point is on the border of the surface, not at the
// foot of a perpendicular. Points within 1e-9 of the size from the border count as on it, so that two
// surfaces with a common border agree about it.
namespace talus::geometry {

inline constexpr double border = 1e-9;

struct ClosestPoint {
    Vec3d point;
    Vec3d normal;  ///< unit normal of the surface there, on a fixed side of the surface
    bool at_edge = false;
};

/// A unit vector at right angles to a unit vector.
TALUS_HD inline Vec3d perpendicularTo(const Vec3d& axis) {
    const Vec3d helper = std::abs(axis.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
    return normalized(cross(helper, axis));
}

/// The closest point on the segment from a to b.
TALUS_HD inline Vec3d closestOnSegment(const Vec3d& a, const Vec3d& b, const Vec3d& p) {
    const Vec3d along = b - a;
    const double square = squaredLength(along);
    const double t = square > 0 ? dot(p - a, along) / square : 0;
    return a + along * (t < 0 ? 0 : t > 1 ? 1 : t);
}

/// The closest point on the rectangle corner + s u + t v. Normal: along u x v. @pre u and v at right angles
TALUS_HD inline ClosestPoint closestOnRectangle(const Vec3d& corner, const Vec3d& u, const Vec3d& v,
                                                const Vec3d& p) {
    const Vec3d from = p - corner;
    const double s = dot(from, u) / squaredLength(u), t = dot(from, v) / squaredLength(v);
    const auto inside = [](double x) { return x < 0 ? 0.0 : x > 1 ? 1.0 : x; };
    const auto atEnd = [](double x) { return x < border || x > 1 - border; };
    return {corner + u * inside(s) + v * inside(t), normalized(cross(u, v)), atEnd(s) || atEnd(t)};
}

/// The closest point on the triangle a, b, c. Normal: along (b - a) x (c - a).
/// Source: Ericson, Real-Time Collision Detection (2005), 5.1.5: the Voronoi region of p decides.
/// @pre its area is not zero
TALUS_HD inline ClosestPoint closestOnTriangle(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                               const Vec3d& p) {
    const Vec3d ab = b - a, ac = c - a;
    const Vec3d normal = normalized(cross(ab, ac));
    const double d1 = dot(ab, p - a), d2 = dot(ac, p - a);
    if (d1 <= 0 && d2 <= 0) return {a, normal, true};
    const double d3 = dot(ab, p - b), d4 = dot(ac, p - b);
    if (d3 >= 0 && d4 <= d3) return {b, normal, true};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + ab * (d1 / (d1 - d3)), normal, true};
    const double d5 = dot(ab, p - c), d6 = dot(ac, p - c);
    if (d6 >= 0 && d5 <= d6) return {c, normal, true};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + ac * (d2 / (d2 - d6)), normal, true};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return {b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), normal, true};
    const double sum = va + vb + vc, v = vb / sum, w = vc / sum;
    return {a + ab * v + ac * w, normal, v < border || w < border || 1 - v - w < border};
}

/// Barycentric coordinates of a point in the plane of the triangle a, b, c: its shares of the corners, which
/// add up to 1. @pre its area is not zero
TALUS_HD inline std::array<double, 3> sharesOfCorners(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                                      const Vec3d& p) {
    const Vec3d normal = cross(b - a, c - a);
    const double whole = squaredLength(normal);
    const double of_b = dot(cross(p - a, c - a), normal) / whole,
                 of_c = dot(cross(b - a, p - a), normal) / whole;
    return {1 - of_b - of_c, of_b, of_c};
}

/// A surface of revolution about an axis. Its profile is the segment from (0, radius) to (length,
/// end_radius), in coordinates along the axis and away from it. Tubes, cones, discs (length 0) and rings have
/// this form.
struct Swept {
    Vec3d start;            ///< beginning of the axis [m]
    Vec3d axis;             ///< unit
    double length = 0;      ///< along the axis [m], >= 0
    double radius = 0;      ///< at the start [m], >= 0
    double end_radius = 0;  ///< [m], >= 0
};

/// The closest point on it. Normal: away from the axis on tubes and cones, against the axis on discs whose
/// radius is smaller at the start. @pre length and the difference of the radii are not both zero
TALUS_HD inline ClosestPoint closestOnSwept(const Swept& s, const Vec3d& p) {
    const Vec3d from = p - s.start;
    const double z = dot(from, s.axis);
    const Vec3d across = from - s.axis * z;
    const double r = length(across);
    // For a point on the axis any direction is correct.
    const Vec3d out = r > 0 ? across / r : perpendicularTo(s.axis);
    const double widening = s.end_radius - s.radius;
    const double square = s.length * s.length + widening * widening;
    const double t = (z * s.length + (r - s.radius) * widening) / square;
    const double at = t < 0 ? 0 : t > 1 ? 1 : t;
    const double slant = std::sqrt(square);
    return {s.start + s.axis * (s.length * at) + out * (s.radius + widening * at),
            s.axis * (-widening / slant) + out * (s.length / slant), t < border || t > 1 - border};
}

}  // namespace talus::geometry
