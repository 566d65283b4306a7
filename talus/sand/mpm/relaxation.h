#pragma once
#include "talus/math/lanes.h"

/// The damping of compression: the standard linear solid (Zener 1948, "Elasticity and anelasticity of
/// metals"). A Maxwell element, a spring and a dashpot in series, acts beside the elastic spring:
///     p = -K t - K_m m,   dm/dt = dt/dt - m / tau
/// with the trace t of the strain, and that of the spring of the element, m. Sand at rest has m = 0: its
/// volume is that without damping. Waves are faster, by the modulus K + K_m. With M = lambda + 2 G, a
/// confined layer that oscillates with the angular frequency w has
///     tan(delta) = K_m w tau / (M + (M + K_m) w^2 tau^2),
/// at most K_m / (2 sqrt(M (M + K_m))), and the damping ratio tan(delta) / 2. Yield is by the whole pressure,
/// so that sand that flows has the friction that it has without damping.
namespace talus::sand::mpm {

template <class V>
struct Relaxation {
    V ratio{};  ///< K_m / K; 0: no damping
    V kept{};   ///< exp(-dt / tau)

    /// The trace to which the pressure -K t - K_m m belongs.
    TALUS_HD V loadOf(const V& t, const V& m) const { return t + ratio * m; }

    /// m after a step. Sand that is apart has none, and there is no tension by m.
    /// @param before t @param after t @param tip above it the sand is apart, as in YieldLaw
    TALUS_HD V after(const V& m, const V& before, const V& after, const V& tip) const {
        const V none = number<V>(0);
        const V begin = select<V>(before < tip, before, tip), end = select<V>(after < none, after, none);
        const V free = (m + (after - begin)) * kept;
        const V bounded =
            select<V>(ratio * free < -end, free, -end / select<V>(ratio > none, ratio, number<V>(1)));
        return select<V>(after < tip, bounded, none);
    }
};

}  // namespace talus::sand::mpm
