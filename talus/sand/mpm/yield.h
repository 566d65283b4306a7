#pragma once
#include <cmath>

#include "talus/math/lanes.h"
#include "talus/math/symmetric.h"

/// Yield of sand: the cone of Drucker and Prager (1952), and friction that grows with the rate of shear (Jop,
/// Forterre, Pouliquen 2006, "A constitutive law for dense granular flows").
///
/// With p the pressure and tau = sqrt(J2) the shear stress, sand that yields has tau = mu p + c. Without a
/// dependence on the rate mu = mu_s. With it
///     mu = mu_s + (mu_2 - mu_s) / (I_0 / I + 1),   I = shear rate x diameter of grains / sqrt(p / density of
///     grains)
/// The return map is implicit (Dunatunga, Kamrin 2015, "Continuum modelling and simulation of granular flows
/// through their many phases"). In a step dt the plastic shear is (tau_trial - tau) / G, so that
///     tau (a + tau_trial - tau) = S_0 a + S_2 (tau_trial - tau)
/// with S_0 = mu_s p + c, S_2 = mu_2 p + c and a = I_0 G dt / diameter x sqrt(p / density of grains). Of the
/// two roots the smaller one lies between S_0 and S_2.
///
/// Stresses are written as norms of the deviator e of the elastic strain: tau = sqrt(2) G |e|. Pressure is p
/// = -K t, with the trace t.
namespace talus::sand::mpm {

/// The constants of the law. V is a number or a pack of numbers.
template <class V>
struct YieldLaw {
    V slope, offset;  ///< |e| <= offset - slope t at yield: sqrt(2) (mu_s K, c) / (2 G)
    V tip;            ///< t at which the sand comes apart: tension / K

    bool depends_on_rate = false;
    V flowing_slope{};  ///< slope with mu_2 in place of mu_s
    V rate{};           ///< a = rate sqrt(-t): I_0 dt sqrt(K / 2) / (diameter sqrt(density of grains))
};

template <class V>
TALUS_HD V trace(const Symmetric<V>& m) {
    return m.xx + m.yy + m.zz;
}
template <class V>
TALUS_HD V squaredNorm(const Symmetric<V>& m) {
    return m.xx * m.xx + m.yy * m.yy + m.zz * m.zz + number<V>(2) * (m.yz * m.yz + m.zx * m.zx + m.xy * m.xy);
}
/// A strain by its trace and deviator.
template <class V>
struct Strain {
    V t;
    Symmetric<V> e;
};
template <class V>
TALUS_HD Strain<V> split(const Symmetric<V>& h) {
    const V t = trace(h), third = t * number<V>(1.0 / 3);
    return {t, {h.xx - third, h.yy - third, h.zz - third, h.yz, h.zx, h.xy}};
}
template <class V>
TALUS_HD Symmetric<V> joined(const Strain<V>& s) {
    const V third = s.t * number<V>(1.0 / 3);
    return {s.e.xx + third, s.e.yy + third, s.e.zz + third, s.e.yz, s.e.zx, s.e.xy};
}

/// The norm of the deviator of sand that flows. @param trial norm without yield, above still
/// @param t trace of the strain @param still norm at which flow begins
template <class V>
TALUS_HD V normInFlow(const V& trial, const V& t, const V& still, const YieldLaw<V>& law) {
    using std::sqrt;
    const V none = number<V>(0), two = number<V>(2);
    const auto atLeastZero = [&](const V& v) { return select<V>(v > none, v, none); };
    const V fast = law.offset - law.flowing_slope * t, a = law.rate * sqrt(atLeastZero(-t));
    // The square below the root, (fast + trial + a)^2 - 4 (fast trial + still a), without cancellation.
    const V apart = fast - trial;
    const V square = apart * apart + a * (a + two * (fast + trial - two * still));
    return two * (fast * trial + still * a) / (fast + trial + a + sqrt(atLeastZero(square)));
}

/// The return map: yields by shear without a change of volume; comes apart without stress.
/// @param trial strain at the end of the step without yield @param load trace to which the pressure belongs
template <class V>
TALUS_HD Strain<V> returned(const Strain<V>& trial, const V& load, const YieldLaw<V>& law) {
    using std::sqrt;
    const V none = number<V>(0), one = number<V>(1);
    const auto apart = !(trial.t < law.tip);
    const V norm = sqrt(squaredNorm(trial.e)), still = law.offset - law.slope * load;
    const auto yields = norm > still;
    const V limit = law.depends_on_rate ? normInFlow(norm, load, still, law) : still;
    V scale = select<V>(yields, limit / select<V>(yields, norm, one), one);
    scale = select<V>(apart, none, scale);
    return {trial.t,
            {trial.e.xx * scale, trial.e.yy * scale, trial.e.zz * scale, trial.e.yz * scale,
             trial.e.zx * scale, trial.e.xy * scale}};
}

}  // namespace talus::sand::mpm
