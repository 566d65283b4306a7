#pragma once
// Only for *_simd.cpp files.
#include <array>
#include <cmath>
#include <vector>

#include "talus/exec/view.h"
#include "talus/math/simd.h"
#include "talus/math/vec.h"

namespace talus::cloth {

/// Two features whose boxes meet.
struct Candidate {
    std::array<std::uint32_t, 4> point{};
    double keep = 0, friction = 0, radius = 0;
    std::uint16_t wall = 0;
    bool same = false;   ///< both are of one sheet
    bool among = false;  ///< both are of the cloth
};

/// Eight candidates, judged together in single precision. @tparam first points of the first feature: 1 (point
/// and triangle) or 2 (edges)
template <int first>
struct Batch {
    static constexpr int size = 8;
    std::array<Candidate, size> candidate;
    int count = 0;

    void add(const Candidate& c) { candidate[static_cast<std::size_t>(count++)] = c; }
    bool full() const { return count == size; }

    /// Bits of the candidates that may come within the distance that they keep; no other candidate can. With
    /// the vector n between two points of the features that are about nearest, they stay apart as long as
    /// |n|^2 - (closing along n) > reach |n|. Any n proves that, but for the length by which it is not the
    /// shortest: 2 % of |n| here, far above the error of single precision. Edges that are nearly parallel,
    /// for which that is not so, are always taken.
    unsigned mayComeClose(exec::View<const Vec3d> position, const std::vector<Vec3d>& velocity,
                          const std::vector<double>& bound, double ahead) const {
        // Relative to the first point, in double precision, so that places far from the origin are as good.
        alignas(32) float x[3][3][size] = {}, v[3][3][size] = {}, reach[size] = {};
        for (int lane = 0; lane < count; ++lane) {
            const Candidate& c = candidate[static_cast<std::size_t>(lane)];
            const Vec3d &x0 = position[c.point[0]], &v0 = velocity[c.point[0]];
            double bounds[2] = {bound[c.point[0]], 0};
            for (int k = 0; k < 3; ++k) {
                const std::uint32_t p = c.point[static_cast<std::size_t>(k + 1)];
                const Vec3d dx = position[p] - x0, dv = (velocity[p] - v0) * ahead;
                x[k][0][lane] = static_cast<float>(dx.x);
                x[k][1][lane] = static_cast<float>(dx.y);
                x[k][2][lane] = static_cast<float>(dx.z);
                v[k][0][lane] = static_cast<float>(dv.x);
                v[k][1][lane] = static_cast<float>(dv.y);
                v[k][2][lane] = static_cast<float>(dv.z);
                double& most = bounds[k + 1 < first ? 0 : 1];
                most = most < bound[p] ? bound[p] : most;
            }
            reach[lane] = static_cast<float>(c.radius + c.keep + bounds[0] + bounds[1]);
        }
        const auto load = [](const float(&from)[3][size]) {
            return V{E(from[0], al), E(from[1], al), E(from[2], al)};
        };
        const V a = load(x[0]), b = load(x[1]), c = load(x[2]);
        E always(0.0F);
        const V n = first == 1 ? fromTriangle(a, b, c) : fromEdges(a, b, c, always);
        const E zero(0.0F), square = n.dot(n), distance = std::experimental::sqrt(square);
        const E va = n.dot(load(v[0])), vb = n.dot(load(v[1])), vc = n.dot(load(v[2]));
        using std::experimental::max;
        using std::experimental::min;
        // The first feature has the first point, whose relative velocity is 0, and for edges the second one.
        const E fastest = first == 1 ? max(va, max(vb, vc)) : max(vb, vc);
        const E slowest = first == 1 ? zero : min(zero, va);
        const E closing = max(zero, fastest - slowest);
        const auto near = square * 0.98F <= E(reach, al) * distance + closing || always > 0.0F;
        unsigned bits = 0;
        for (int lane = 0; lane < count; ++lane)
            if (near[static_cast<std::size_t>(lane)]) bits |= 1U << lane;
        return bits;
    }

  private:
    using E = std::experimental::simd<float, std::experimental::simd_abi::deduce_t<float, size>>;
    static constexpr auto al = std::experimental::overaligned<32>;

    struct V {
        E x, y, z;
        V operator-(const V& o) const { return {x - o.x, y - o.y, z - o.z}; }
        V operator+(const V& o) const { return {x + o.x, y + o.y, z + o.z}; }
        V operator*(const E& s) const { return {x * s, y * s, z * s}; }
        E dot(const V& o) const { return x * o.x + y * o.y + z * o.z; }
        V cross(const V& o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
    };
    static E clamped(const E& s) {
        return std::experimental::min(std::experimental::max(s, E(0.0F)), E(1.0F));
    }
    static E notZero(const E& s) { return std::experimental::max(s, E(1e-30F)); }
    static void choose(const auto& mask, const V& from, V& to) {
        where(mask, to.x) = from.x;
        where(mask, to.y) = from.y;
        where(mask, to.z) = from.z;
    }

    /// From the nearest point of the triangle to the origin, about: the nearest of its sides, or its plane.
    static V fromTriangle(const V& a, const V& b, const V& c) {
        const auto side = [](const V& p, const V& q) {
            const V along = q - p;
            const E t = clamped((p.dot(along) * -1.0F) / notZero(along.dot(along)));
            return (p + along * t) * E(-1.0F);
        };
        V best = side(a, b);
        for (const V& other : {side(b, c), side(c, a)})
            choose(other.dot(other) < best.dot(best), other, best);
        const V normal = (b - a).cross(c - a);
        const E area = normal.dot(normal), height = a.dot(normal);
        // Above the triangle where the origin is on the same side of all three planes through its sides.
        const E u = a.cross(b).dot(normal), v = b.cross(c).dot(normal), w = c.cross(a).dot(normal);
        const auto above = u >= 0.0F && v >= 0.0F && w >= 0.0F && area > 1e-30F;
        choose(above, normal * (E(-1.0F) * height / notZero(area)), best);
        return best;
    }

    /// Between the edges 0-a and c-d (here b and c), from the second to the first. @param always above 0 for
    /// edges that are nearly parallel
    static V fromEdges(const V& d1, const V& c, const V& d, E& always) {
        const V d2 = d - c, r = c * E(-1.0F);
        const E aa = d1.dot(d1), ee = d2.dot(d2), f = d2.dot(r), cc = d1.dot(r), bb = d1.dot(d2);
        const E below = aa * ee - bb * bb;
        where(below <= aa * ee * 1e-4F, always) = 1.0F;
        E s = clamped((bb * f - cc * ee) / notZero(below));
        const E t = clamped((bb * s + f) / notZero(ee));
        s = clamped((bb * t - cc) / notZero(aa));
        return r + d1 * s - d2 * t;
    }
};

}  // namespace talus::cloth
