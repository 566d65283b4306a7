#pragma once
#include <algorithm>
#include <cmath>

#include "talus/water/search/pair.h"

/// Surface tension as a force on the water near its surface, a = 2 sigma / rho kappa n (Brackbill, Kothe,
/// Zemach 1992, "A continuum method for modeling surface tension"; with particles Morris 2000). n is the
/// gradient of the share of space that is water or wall, kappa the curvature of the surface, and the 2 is for
/// the outer half of that gradient, in which there are no particles. Three measures reduce its noise. n and
/// kappa are means over neighbours: forces from the plain gradient pull irregular pairs together, until
/// particles leave the surface. Noise is damped in proportion to the speed of waves as short as a spacing
/// (Setup::noiseViscosity). The curvature is that at the surface, half a spacing above its particles.
///
/// Templates over a single number or a pack, used by the processor and devices.
namespace talus::water {

/// The constants of surface tension (SurfaceTension in surface_tension.h).
struct SurfaceLaw {
    float volume;    ///< of a particle [m^3]
    float spacing;   ///< [m]
    float strength;  ///< 2 sigma / rho [m^3/s^2]
    /// Where the mean of n is shorter than this over the spacing there is no surface. On a cubic lattice with
    /// a level surface and the cubic spline that mean is 0.42 / s in the outermost layer, 0.08 / s in the
    /// next, and 0 below.
    static constexpr float min_gradient = 0.1f;
    /// A particle with less than this share of a full surface around it is at an edge or in a thread: it has
    /// no curvature.
    static constexpr float min_share = 0.05f;
};

/// Adds a neighbour to the gradient of the share of water, without the factor volume.
template <class V, class K>
TALUS_HD void addGradientOfWater(const K& kernel, const Pair<V>& pair, Vec3<V>& sum) {
    addTimes<V>(sum, pair.from, kernel.template gradient<V>(pair.r, pair.inverse_r));
}
/// n and its length.
TALUS_HD inline Quad<float> normalOf(const SurfaceLaw& law, const Vec3f& sum) {
    const Vec3f n = sum * law.volume;
    return {n.x, n.y, n.z, std::sqrt(squaredLength(n))};
}

/// Adds a neighbour to the mean normal.
template <class V, class K>
TALUS_HD void addToMeanNormal(const K& kernel, const Pair<V>& pair, const Vec3<V>& normal, Vec3<V>& sum,
                              V& weight) {
    const V w = kernel.template value<V>(pair.r);
    weight += w;
    addTimes<V>(sum, normal, w);
}
/// Direction and length of the mean normal; 0 where there is no surface. @param own normal of the particle
/// @param alone value of the kernel at distance 0
TALUS_HD inline Quad<float> directionOf(const SurfaceLaw& law, const Vec3f& sum, float weight,
                                        const Quad<float>& own, float alone) {
    const Vec3f mean = (sum + own.xyz() * alone) / (weight + alone);
    const float size = std::sqrt(squaredLength(mean));
    if (!(size * law.spacing > SurfaceLaw::min_gradient)) return {};
    return {mean.x / size, mean.y / size, mean.z / size, size};
}

/// Adds a neighbour to the divergence of directions, and to the share of a full surface around the particle:
/// along the surface only, as directions do not change across it.
template <class V, class K>
TALUS_HD void addDivergence(const K& kernel, const Quad<float>& own, const Pair<V>& pair,
                            const Vec3<V>& direction, const V& steep, V& divergence, V& share) {
    const V g = select<V>(steep > V(0), kernel.template gradient<V>(pair.r, pair.inverse_r), V(0));
    const V across = fusedDot<V>(Vec3<V>{V(own.x), V(own.y), V(own.z)}, pair.from);
    divergence +=
        g * fusedDot<V>(Vec3<V>{direction.x - V(own.x), direction.y - V(own.y), direction.z - V(own.z)},
                        pair.from);
    share += g * (across * across - pair.r * pair.r);
}
/// Curvature times a weight, and that weight: it is largest where the gradient is steep, nearest to the
/// surface.
/// @param own direction of the particle @param length of its normal
TALUS_HD inline Quad<float> curvatureOf(const SurfaceLaw& law, float divergence, float share,
                                        const Quad<float>& own, float length) {
    const float full = 0.5f * law.volume * share;
    if (!(own.w > 0) || !(full > SurfaceLaw::min_share)) return {};
    const float limit = 2 / law.spacing, steep = length * law.spacing * length * law.spacing,
                weight = steep * steep;
    const float curvature = std::clamp(-law.volume * divergence / full, -limit, limit);
    return {curvature * weight, weight, 0, 0};
}

/// Adds a neighbour to the mean curvature.
template <class V, class K>
TALUS_HD void addToMeanCurvature(const K& kernel, const Pair<V>& pair, const V& weighted, const V& weight,
                                 V& sum, V& weights) {
    const V w = kernel.template value<V>(pair.r);
    sum += w * weighted;
    weights += w * weight;
}
/// The acceleration; and the weight with which the particle takes part in the correction of the sum of all.
/// @param own curvature of the particle @param direction of the mean normal
TALUS_HD inline Quad<float> tensionOf(const SurfaceLaw& law, float sum, float weights, const Quad<float>& own,
                                      const Quad<float>& direction, float alone) {
    const float all = weights + alone * own.y;
    if (!(direction.w > 0) || !(all > 0)) return {};
    const float mean = (sum + alone * own.x) / all;
    // At the surface itself 2 / kappa is half a spacing more than at the centres of the particles.
    const float curvature = mean / (1 + 0.25f * law.spacing * mean);
    const Vec3f a = direction.xyz() * (law.strength * curvature * direction.w);
    return {a.x, a.y, a.z, direction.w};
}

}  // namespace talus::water
