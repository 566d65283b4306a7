#pragma once
#include "talus/water/boundary/friction.h"
#include "talus/water/forces/cohesion.h"
#include "talus/water/search/pair.h"

/// Forces between neighbours (Viscosity and Cohesion in forces.h), for a single number (float) or for a pack
/// of neighbours.
namespace talus::water {

/// The constants of all viscosities between pairs, in single precision.
struct PairViscosity {
    FrictionAt<float> nu;
    float mixing;   ///< of XSPH [1/s]
    float damping;  ///< of Monaghan's artificial viscosity, the linear part [m^2/s]
    float square;   ///< of its quadratic part, beta h^2 [m^2]
    float soft;     ///< (0.1 h)^2 [m^2]

    /// @param support [m]
    PairViscosity(const Friction& friction, float mix, float damp, float impact, float support)
        : nu(friction),
          mixing(mix),
          damping(damp),
          square(impact * 0.25f * support * support),
          soft(0.0025f * support * support) {}
};

/// Adds a neighbour's contribution to all viscosities.
/// @param own flow of the particle @param flow of the neighbour
template <class V, class K>
TALUS_HD void addViscosity(const PairViscosity& law, const K& kernel, const Quad<float>& own,
                           const Pair<V>& pair, const Vec3<V>& flow, Vec3<V>& sum) {
    const Vec3<V> relative{own.x - flow.x, own.y - flow.y, own.z - flow.z};
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    const V w = kernel.template value<V>(pair.r);
    const V nearing = smaller<V>(dot(relative, pair.from), V(0)) / (pair.r * pair.r + V(law.soft));
    sum += relative * (g * law.nu(fusedDot<V>(relative, relative)) * V(2) - w * V(law.mixing)) +
           pair.from * (g * nearing * (V(law.damping) - V(law.square) * nearing));
}

/// Adds a neighbour's contribution to friction alone.
template <class V, class K>
TALUS_HD void addFriction(const FrictionAt<float>& nu, const K& kernel, const Quad<float>& own,
                          const Pair<V>& pair, const Vec3<V>& flow, Vec3<V>& sum) {
    const Vec3<V> relative{own.x - flow.x, own.y - flow.y, own.z - flow.z};
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    sum += relative * (g * nu(fusedDot<V>(relative, relative)) * V(2));
}

/// Adds a neighbour's contribution to constant viscosity without its factor: sum of g (v_i - v_j).
template <class V, class K>
TALUS_HD void addViscous(const K& kernel, const Quad<float>& own, const Pair<V>& pair, const Vec3<V>& flow,
                         Vec3<V>& sum) {
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    sum += Vec3<V>{own.x - flow.x, own.y - flow.y, own.z - flow.z} * g;
}

/// Adds a neighbour's contribution to the mean velocity around a particle.
template <class V, class K>
TALUS_HD void addToMean(const K& kernel, const Pair<V>& pair, const Vec3<V>& flow, Vec3<V>& sum, V& weight) {
    const V w = kernel.template value<V>(pair.r);
    weight += w;
    addTimes<V>(sum, flow, w);
}
/// The noise of a particle: its velocity minus that mean. @param own its flow
TALUS_HD inline Quad<float> noiseOf(const Quad<float>& own, const Vec3f& sum, float weight) {
    const Vec3f off = weight > 0 ? own.xyz() - sum / weight : Vec3f{};
    return {off.x, off.y, off.z, 0};
}
/// Adds a neighbour's contribution to the viscosity on noise: sum of (u_i - u_j) gradient.
template <class V, class K>
TALUS_HD void addFrictionOfNoise(const K& kernel, const Quad<float>& own, const Pair<V>& pair,
                                 const Vec3<V>& noise, Vec3<V>& sum) {
    addTimes<V>(sum, Vec3<V>{own.x - noise.x, own.y - noise.y, own.z - noise.z},
                kernel.template gradient<V>(pair.r, pair.inverse_r));
}

/// The constants of cohesion, in single precision.
struct PairCohesion {
    CohesionSpline<float> spline;
    float strength;  ///< as Cohesion::strength [m^4/s^2]
    float support;   ///< [m]

    PairCohesion(float of_pair, float of_kernel)
        : spline(double{of_kernel}), strength(of_pair), support(of_kernel) {}
};

/// Adds a neighbour's contribution to cohesion.
/// @param own relative density of the particle @param density of the neighbour
template <class V>
TALUS_HD void addCohesion(const PairCohesion& law, float own, const Pair<V>& pair, const V& density,
                          Vec3<V>& sum) {
    const auto near = pair.r < V(law.support);
    // Regions of low density, such as the surface, have a higher weight (equation 4).
    const V weight = select<V>(near, V(2.0f) / (density + V(own)), V(0));
    sum += pair.from * (law.spline.template value<V>(pair.r) * pair.inverse_r * V(law.strength) * weight);
}

}  // namespace talus::water
