#pragma once
#include <array>

#include "talus/math/vec.h"

/// Distances between a point and a triangle, and between two edges.
namespace talus::cloth {

/// The nearest points of two features with four corners in all. The vector from the second feature to the
/// first is the sum of weight_k x_k; its length is the distance.
struct Nearest {
    std::array<double, 4> weight{};
    Vec3d from;  ///< from the second feature to the first [m]
};

/// A point p and a triangle a, b, c. Weights in this order: 1, and minus the barycentric coordinates.
/// Source: Ericson, Real-Time Collision Detection (2005), 5.1.5.
inline Nearest nearestToTriangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const Vec3d ab = b - a, ac = c - a, ap = p - a;
    const auto at = [&](double u, double v, double w) {
        return Nearest{{1, -u, -v, -w}, ap - ab * v - ac * w};
    };
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return at(1, 0, 0);
    const Vec3d bp = p - b;
    const double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return at(0, 1, 0);
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        const double v = d1 - d3 > 0 ? d1 / (d1 - d3) : 0;
        return at(1 - v, v, 0);
    }
    const Vec3d cp = p - c;
    const double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return at(0, 0, 1);
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        const double w = d2 - d6 > 0 ? d2 / (d2 - d6) : 0;
        return at(1 - w, 0, w);
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        const double below = (d4 - d3) + (d5 - d6), w = below > 0 ? (d4 - d3) / below : 0;
        return at(0, 1 - w, w);
    }
    const double below = 1 / (va + vb + vc), v = vb * below, w = vc * below;
    return at(1 - v - w, v, w);
}

/// Two edges a-b and c-d. Weights in this order: 1 - s, s, -(1 - t), -t.
/// Source: Ericson, 5.1.9.
inline Nearest nearestOfEdges(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    const Vec3d d1 = b - a, d2 = d - c, r = a - c;
    const double aa = dot(d1, d1), ee = dot(d2, d2), f = dot(d2, r), cc = dot(d1, r), bb = dot(d1, d2);
    const auto clamped = [](double x) { return x < 0 ? 0.0 : x > 1 ? 1.0 : x; };
    const double below = aa * ee - bb * bb;
    // Nearly parallel edges: every s is as good.
    double s = below > 1e-12 * aa * ee ? clamped((bb * f - cc * ee) / below) : 0;
    double t = ee > 0 ? (bb * s + f) / ee : 0;
    if (t < 0) {
        t = 0;
        s = aa > 0 ? clamped(-cc / aa) : 0;
    } else if (t > 1) {
        t = 1;
        s = aa > 0 ? clamped((bb - cc) / aa) : 0;
    }
    return {{1 - s, s, -(1 - t), -t}, r + d1 * s - d2 * t};
}

}  // namespace talus::cloth
