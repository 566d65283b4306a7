#pragma once
#include <algorithm>
#include <cmath>

#include "talus/math/principal_axes.h"
#include "talus/math/symmetric.h"
#include "talus/sand/mpm/relaxation.h"
#include "talus/sand/mpm/yield.h"

/// The elastic law of sand: Hencky's energy, with yield (yield.h) and an account of volume (Klar, Gast,
/// Pradhana, Fu, Schroeder, Jiang, Museth, Teran 2016, "Drucker-Prager elastoplasticity for sand animation";
/// the correction of volume by Pradhana and others 2017).
///
/// The state of a particle is its elastic strain h = log(b) / 2, with b the left Cauchy-Green tensor. In a
/// step b becomes F b F^T, with F = I + dt grad v. Kirchhoff's stress is K t I + 2 G e, with the trace t of h
/// and its deviator e. The spherical part commutes with all else, so only the deviator, which yield keeps
/// small, goes through the matrix functions; these are power series, reduced to c0 I + c1 X + c2 X^2 by the
/// theorem of Cayley and Hamilton. t goes on counting where the sand has come apart: then it carries no
/// stress until the same volume has been compressed away.
namespace talus::sand::mpm {

/// A 3 x 3 matrix by its columns.
template <class V>
struct Columns3 {
    Vec3<V> x, y, z;
};

template <class V>
TALUS_HD Symmetric<V> square(const Symmetric<V>& m) {
    return {m.xx * m.xx + m.xy * m.xy + m.zx * m.zx, m.xy * m.xy + m.yy * m.yy + m.yz * m.yz,
            m.zx * m.zx + m.yz * m.yz + m.zz * m.zz, m.xy * m.zx + m.yy * m.yz + m.yz * m.zz,
            m.xx * m.zx + m.xy * m.yz + m.zx * m.zz, m.xx * m.xy + m.xy * m.yy + m.zx * m.yz};
}

/// sum over k from 1 to `terms` of c_k X^k, with c_k = coefficient(k).
template <class V, class Coefficient>
TALUS_HD Symmetric<V> powerSeries(const Symmetric<V>& x, int terms, Coefficient coefficient) {
    const Symmetric<V> xx = square(x);
    const V i1 = trace(x), i2 = number<V>(0.5) * (i1 * i1 - trace(xx)), i3 = determinant(x);
    V p = number<V>(0), q = number<V>(1), r = number<V>(0);  // X^k = p X^2 + q X + r I
    V c2 = number<V>(0), c1 = number<V>(0), c0 = number<V>(0);
    for (int k = 1; k <= terms; ++k) {
        const V c = number<V>(coefficient(k));
        c2 = c2 + c * p;
        c1 = c1 + c * q;
        c0 = c0 + c * r;
        const V next_p = i1 * p + q, next_q = r - i2 * p;
        r = i3 * p;
        p = next_p;
        q = next_q;
    }
    return {c2 * xx.xx + c1 * x.xx + c0, c2 * xx.yy + c1 * x.yy + c0, c2 * xx.zz + c1 * x.zz + c0,
            c2 * xx.yz + c1 * x.yz,      c2 * xx.zx + c1 * x.zx,      c2 * xx.xy + c1 * x.xy};
}

/// exp(2 e) - I. With |e| below 0.25 the first term that is left out is below 1e-7.
template <class V>
TALUS_HD Symmetric<V> expTwiceLessOne(const Symmetric<V>& e) {
    double c = 1;
    return powerSeries(e, 8, [&](int k) { return c *= 2.0 / k; });
}

/// Up to this squared norm halfLog() is exact to single precision.
inline constexpr double max_log_square = 0.09;

/// log(I + X) / 2. @pre squaredNorm(x) <= max_log_square
template <class V>
TALUS_HD Symmetric<V> halfLog(const Symmetric<V>& x) {
    return powerSeries(x, 12, [](int k) { return (k % 2 == 1 ? 0.5 : -0.5) / k; });
}

/// The same for any X with I + X positive definite, by its eigenvalues.
TALUS_HD inline Symmetric<float> halfLogOfLarge(const Symmetric<float>& x) {
    const PrincipalAxes of =
        principalAxes(Tensor{{x.xx, x.xy, x.zx}, {x.xy, x.yy, x.yz}, {x.zx, x.yz, x.zz}});
    // Round-off may leave an eigenvalue of 0 where a step flattens a particle.
    const auto value = [](double v) { return 0.5 * std::log(std::max(1 + v, 1e-6)); };
    const Vec3d h{value(of.values.x), value(of.values.y), value(of.values.z)};
    const Rotation& a = of.axes;
    const auto sum = [&](double Vec3d::*i, double Vec3d::*j) {
        return static_cast<float>(h.x * (a.x.*i) * (a.x.*j) + h.y * (a.y.*i) * (a.y.*j) +
                                  h.z * (a.z.*i) * (a.z.*j));
    };
    return {sum(&Vec3d::x, &Vec3d::x), sum(&Vec3d::y, &Vec3d::y), sum(&Vec3d::z, &Vec3d::z),
            sum(&Vec3d::y, &Vec3d::z), sum(&Vec3d::z, &Vec3d::x), sum(&Vec3d::x, &Vec3d::y)};
}

/// (I + A) (I + B) (I + A)^T - I for a small symmetric B, without cancellation.
template <class V>
TALUS_HD Symmetric<V> pushed(const Columns3<V>& a, const Symmetric<V>& b) {
    const V one = number<V>(1);
    // Rows of F = I + A.
    const Vec3<V> fx{one + a.x.x, a.y.x, a.z.x}, fy{a.x.y, one + a.y.y, a.z.y}, fz{a.x.z, a.y.z, one + a.z.z};
    const Vec3<V> bx = times(b, fx), by = times(b, fy), bz = times(b, fz);  // B F^T by columns
    const auto both = [](const V& p, const V& q) { return p + q; };
    // A + A^T + A A^T + F B F^T; rows of A:
    const Vec3<V> ax{a.x.x, a.y.x, a.z.x}, ay{a.x.y, a.y.y, a.z.y}, az{a.x.z, a.y.z, a.z.z};
    return {both(ax.x, ax.x) + dot(ax, ax) + dot(fx, bx), both(ay.y, ay.y) + dot(ay, ay) + dot(fy, by),
            both(az.z, az.z) + dot(az, az) + dot(fz, bz), both(ay.z, az.y) + dot(ay, az) + dot(fy, bz),
            both(az.x, ax.z) + dot(az, ax) + dot(fz, bx), both(ax.y, ay.x) + dot(ax, ay) + dot(fx, by)};
}

/// The sand around a particle, as its nodes show it.
struct Surroundings {
    float volume = 1;  ///< over that of dense sand of the same mass
    Vec3f gradient;    ///< change of it over a cell
};

/// Sand that is stretched by more than this follows the volume around it. Chosen: in dense flow particles
/// come apart for some steps, and with 0 the speed of a layer on a rough slope is wrong by 6 %.
inline constexpr float min_stretch = 0.01f;
/// Near a surface the nodes show more volume than the sand has, by exp(0.25 r) to exp(0.5 r) in layers half a
/// cell apart, with the relative change r of the volume over a cell; in the first layers r is above 0.4.
/// 0.2: r is not 0 in disorder either, and with 0.25 sand that fell rests with half a per cent more volume.
inline constexpr float volume_by_gradient = 0.2f, max_relative_gradient = 0.4f;

/// The trace of sand that is apart, or was before the step. It cannot be stretched more than the volume
/// around it shows. Without this bound, particles that come together again at other positions than where they
/// parted would overlap without stress. And it stays apart as long as there is a void around it: a trace is
/// the sum of many steps and need not be 0 where the sand is dense again. Else some particles would carry the
/// load of their neighbours, and sand that fell would rest with too large a volume.
/// @param start trace before the step @param t after it @param tip below it there is stress
TALUS_HD inline float traceApart(float start, float t, float tip, const Surroundings& around) {
    const float volume = std::max(around.volume, 1e-6f), shown = std::log(volume);
    const Vec3f& g = around.gradient;
    const float relative = std::sqrt(g.x * g.x + g.y * g.y + g.z * g.z) / volume;
    const float inside = shown - volume_by_gradient * relative;
    if (!(start < tip + min_stretch) && relative < max_relative_gradient && inside > tip) return inside;
    return std::min(t, std::max(tip, shown));
}

/// The elastic strain after a step. Rare cases are left to the caller, lane by lane.
/// @param a dt grad v @param h the strain before @param m trace of the Maxwell element (relaxation.h)
/// @param takeLarge (lanes, b, h): sets h to log(I + b) / 2 in lanes where halfLog() is not exact
/// @param boundTrace (lanes, start, t): corrects t in lanes where the sand is or was apart (traceApart())
template <class V, class Large, class Bound>
TALUS_HD Symmetric<V> strainAfter(const Columns3<V>& a, const Symmetric<V>& h, V& m, const YieldLaw<V>& law,
                                  const Relaxation<V>& relaxation, Large takeLarge, Bound boundTrace) {
    const Strain<V> before = split(h);
    const Symmetric<V> b = pushed(a, expTwiceLessOne(before.e));
    Symmetric<V> after = halfLog(b);
    const auto large = !(squaredNorm(b) <= number<V>(max_log_square));
    if (anyOf<V>(large)) takeLarge(large, b, after);
    Strain<V> trial = split(after);
    trial.t = trial.t + before.t;
    const auto apart = !(trial.t < law.tip) || !(before.t < law.tip + number<V>(min_stretch));
    if (anyOf<V>(apart)) boundTrace(apart, before.t, trial.t);
    m = relaxation.after(m, before.t, trial.t, law.tip);
    return joined(returned(trial, relaxation.loadOf(trial.t, m), law));
}

}  // namespace talus::sand::mpm
