#pragma once
#include <algorithm>

#include "talus/math/quad.h"
#include "talus/math/symmetric.h"
#include "talus/water/search/pair.h"

/// The sums of sums.h, for a single number (float) or for a pack of neighbours.
namespace talus::water {

/// Sums over neighbours for the density of a particle and its response to pressures. With packs, each lane
/// holds the sums over its own neighbours.
template <class V>
struct DensitySums {
    V values = V(0);                                          ///< sum of W
    V squares = V(0);                                         ///< sum of |grad W|^2
    Vec3<V> gradient{V(0), V(0), V(0)};                       ///< sum of grad W
    Symmetric<V> moment{V(0), V(0), V(0), V(0), V(0), V(0)};  ///< sum of grad W x (x_i - x_j)
};

/// m += (a x a) s
template <class V>
TALUS_HD void addOuter(Symmetric<V>& m, const Vec3<V>& a, const V& s) {
    const Vec3<V> b = a * s;
    m = {fused<V>(a.x, b.x, m.xx), fused<V>(a.y, b.y, m.yy), fused<V>(a.z, b.z, m.zz),
         fused<V>(a.y, b.z, m.yz), fused<V>(a.z, b.x, m.zx), fused<V>(a.x, b.y, m.xy)};
}

template <class V, class K>
TALUS_HD void addDensity(const K& kernel, const Pair<V>& pair, DensitySums<V>& sum) {
    sum.values += kernel.template value<V>(pair.r);
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    addTimes<V>(sum.gradient, pair.from, g);
    addOuter<V>(sum.moment, pair.from, g);
    const V slope = g * pair.r;
    sum.squares = fused<V>(slope, slope, sum.squares);
}

/// The determinant of the matrix that L inverts is 1 where the kernel is full and 0.5 at a plane surface.
/// Below this bound a particle counts as being at the surface, or alone. Chosen between the two.
inline constexpr float min_determinant = 0.6f;

/// L of a particle: the inverse of a matrix. @param of the matrix
TALUS_HD inline Symmetric<float> correctionFor(const Symmetric<float>& of, bool near_wall) {
    if (near_wall || determinant(of) < min_determinant) return {1, 1, 1, 0, 0, 0};
    return inverse(of);
}

/// Results of sumDensity() for a particle.
struct DensityOfParticle {
    float density, response;
    Symmetric<float> correction;
};

/// @param alone value of the kernel at distance 0 @param volume of a particle at rest [m^3]
/// @param support [m] @param wall as of sums.h
TALUS_HD inline DensityOfParticle densityOf(const DensitySums<float>& sum, float alone, float volume,
                                            float support, const Quad<float>& wall) {
    const Symmetric<float>& m = sum.moment;
    const Symmetric<float> matrix = correctionFor(
        {m.xx * -volume, m.yy * -volume, m.zz * -volume, m.yz * -volume, m.zx * -volume, m.xy * -volume},
        wall.w > 0);
    // Both solves use the smaller of their two responses, so that a Jacobi iteration of neither overshoots.
    // The mean of L^2 over all directions stands for its effect on each neighbour's gradient.
    const float stretch = (squaredLength(Vec3f{matrix.xx, matrix.yy, matrix.zz}) +
                           2 * squaredLength(Vec3f{matrix.yz, matrix.zx, matrix.xy})) /
                          3;
    const Vec3f plain = sum.gradient * volume + wall.xyz() * 2.0f,
                corrected = times(matrix, sum.gradient) * volume + wall.xyz() * 2.0f;
    const float change = std::max(squaredLength(plain), squaredLength(corrected)) +
                         volume * volume * std::max(1.0f, stretch) * sum.squares;
    // A particle without neighbours and walls has no response.
    return {volume * (alone + sum.values) + wall.w, change * support * support > 1e-6f ? 1 / change : 0,
            matrix};
}

/// Adds a neighbour's contribution to the rate. @param relative L (v_i - v_j)
template <class V, class K>
TALUS_HD void addRate(const K& kernel, const Pair<V>& pair, const Vec3<V>& relative, V& sum) {
    sum =
        fused<V>(kernel.template gradient<V>(pair.r, pair.inverse_r), fusedDot<V>(relative, pair.from), sum);
}
/// @param around sum over neighbours @param own its flow @param wall_rate of moving walls [1/s]
TALUS_HD inline float rateOf(float around, float volume, const Quad<float>& own, const Quad<float>& wall,
                             float wall_rate) {
    return volume * around + 2 * (dot(own.xyz(), wall.xyz()) - wall_rate);
}

/// Adds a neighbour's contribution to the acceleration by pressure. @param own k_i
template <class V, class K>
TALUS_HD void addPressureAcceleration(const K& kernel, const V& own, const Pair<V>& pair, Vec3<V>& sum) {
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    addTimes<V>(sum, pair.from, g * (own + pair.weight));
}
/// The same with corrected gradients. @param own k_i L_i @param other L_j
template <class V, class K>
TALUS_HD void addPressureAcceleration(const K& kernel, const Symmetric<V>& own, const Pair<V>& pair,
                                      const Symmetric<V>& other, Vec3<V>& sum) {
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    // Products and sums are rounded separately, so that both particles of a pair get the same numbers.
    const V& k = pair.weight;
    addTimes<V>(sum,
                times<V>({own.xx + k * other.xx, own.yy + k * other.yy, own.zz + k * other.zz,
                          own.yz + k * other.yz, own.zx + k * other.zx, own.xy + k * other.xy},
                         pair.from),
                g);
}
/// @param around sum over neighbours @param own k_i
TALUS_HD inline Quad<float> pressureAccelerationOf(const Vec3f& around, float volume, float own,
                                                   const Quad<float>& wall) {
    const Vec3f a = around * -volume - wall.xyz() * (2 * own);
    return {a.x, a.y, a.z, 0};
}

}  // namespace talus::water
