#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "talus/math/vec.h"

namespace talus::test {

/// Triangles with points of their own.
struct TriangleSoup {
    std::vector<Vec3d> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Number of pairs of an edge of a triangle and another triangle that the edge passes through. Pairs with a
/// common point do not count. By signs of volumes in extended precision; nothing of the library is used, so
/// that an error there does not hide here.
inline std::size_t countCrossings(const TriangleSoup& soup) {
    using Real = long double;
    struct Swept {
        double low, high;
        std::uint32_t triangle;
    };
    std::vector<Swept> along;
    const auto at = [&](std::uint32_t triangle, std::size_t k) -> const Vec3d& {
        return soup.points[soup.triangles[triangle][k]];
    };
    for (std::uint32_t t = 0; t < soup.triangles.size(); ++t)
        along.push_back({std::min({at(t, 0).x, at(t, 1).x, at(t, 2).x}),
                         std::max({at(t, 0).x, at(t, 1).x, at(t, 2).x}), t});
    std::sort(along.begin(), along.end(), [](const Swept& a, const Swept& b) { return a.low < b.low; });
    const auto apart = [&](std::uint32_t s, std::uint32_t t) {
        for (double Vec3d::*axis : {&Vec3d::y, &Vec3d::z}) {
            const double a = std::max({at(s, 0).*axis, at(s, 1).*axis, at(s, 2).*axis}),
                         b = std::min({at(s, 0).*axis, at(s, 1).*axis, at(s, 2).*axis}),
                         c = std::max({at(t, 0).*axis, at(t, 1).*axis, at(t, 2).*axis}),
                         d = std::min({at(t, 0).*axis, at(t, 1).*axis, at(t, 2).*axis});
            if (a < d || c < b) return true;
        }
        return false;
    };
    const auto volume = [](const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
        const std::array<Real, 3> u{Real(b.x) - a.x, Real(b.y) - a.y, Real(b.z) - a.z},
            v{Real(c.x) - a.x, Real(c.y) - a.y, Real(c.z) - a.z},
            w{Real(d.x) - a.x, Real(d.y) - a.y, Real(d.z) - a.z};
        return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
               (u[0] * v[1] - u[1] * v[0]) * w[2];
    };
    std::size_t count = 0;
    const auto edgesThrough = [&](std::uint32_t s, std::uint32_t t) {
        const auto &a = soup.triangles[s], &b = soup.triangles[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t p = a[k], q = a[(k + 1) % 3];
            if (std::find(b.begin(), b.end(), p) != b.end() || std::find(b.begin(), b.end(), q) != b.end())
                continue;
            const Vec3d &x = soup.points[p], &y = soup.points[q], &u = soup.points[b[0]],
                        &v = soup.points[b[1]], &w = soup.points[b[2]];
            const Real from = volume(u, v, w, x), to = volume(u, v, w, y);
            if ((from > 0) == (to > 0)) continue;
            const bool i = volume(x, y, u, v) > 0, j = volume(x, y, v, w) > 0, l = volume(x, y, w, u) > 0;
            if (i == j && j == l) ++count;
        }
    };
    for (std::size_t i = 0; i < along.size(); ++i)
        for (std::size_t j = i + 1; j < along.size() && along[j].low <= along[i].high; ++j) {
            const std::uint32_t s = along[i].triangle, t = along[j].triangle;
            if (apart(s, t)) continue;
            edgesThrough(s, t);
            edgesThrough(t, s);
        }
    return count;
}

}  // namespace talus::test
