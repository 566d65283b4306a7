#pragma once
#include <cmath>

#include "talus/math/quad.h"
#include "talus/water/kernel/spline.h"

/// A particle and a neighbour, for a single number (float) or for a pack of neighbours (pairs_simd.h).
namespace talus::water {

/// a b + c. For a pack with a single rounding where the processor supports it.
template <class V>
TALUS_HD V fused(const V& a, const V& b, const V& c) {
    return a * b + c;
}
template <class V>
TALUS_HD V fusedDot(const Vec3<V>& a, const Vec3<V>& b) {
    return fused<V>(a.x, b.x, fused<V>(a.y, b.y, a.z * b.z));
}
/// sum += v factor
template <class V>
TALUS_HD void addTimes(Vec3<V>& sum, const Vec3<V>& v, const V& factor) {
    sum = {fused<V>(v.x, factor, sum.x), fused<V>(v.y, factor, sum.y), fused<V>(v.z, factor, sum.z)};
}

/// The difference to the nearest image in a periodic domain. @param period [m] @param inverse [1/m]; 0: open
template <class Real>
TALUS_HD Vec3<Real> minimumImage(const Vec3<Real>& difference, const Vec3<Real>& period,
                                 const Vec3<Real>& inverse) {
    return {difference.x - period.x * std::round(difference.x * inverse.x),
            difference.y - period.y * std::round(difference.y * inverse.y),
            difference.z - period.z * std::round(difference.z * inverse.z)};
}
/// 1 over the periods; 0: open.
inline Vec3d inverseOf(const Vec3d& period) {
    const auto inverse = [](double p) { return p > 0 ? 1 / p : 0.0; };
    return {inverse(period.x), inverse(period.y), inverse(period.z)};
}

template <class V>
struct Pair {
    Vec3<V> from;  ///< x_i - x_j [m]
    V r;           ///< [m], > 0
    V inverse_r;   ///< [1/m]
    V weight;      ///< w of the neighbour's `position_pressure`
};

template <class V>
TALUS_HD Pair<V> pairOf(const Vec3<V>& from, const V& weight) {
    // Two particles at the same position get no direction, but no infinite gradient either.
    const V square = fusedDot<V>(from, from) + V(1e-30f);
    // Not the processor's estimate, whose last bits differ between vendors.
    const V inverse_r = V(1.0f) / root<V>(square);
    return {from, square * inverse_r, inverse_r, weight};
}

}  // namespace talus::water
