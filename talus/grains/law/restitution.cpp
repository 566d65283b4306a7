#include "talus/grains/law/restitution.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::grains {

double restitutionOf(double z, bool adhesionless) {
    using std::numbers::pi;
    if (z < 1) {
        const double w = std::sqrt(1 - z * z);
        const double phase = adhesionless ? pi - std::atan2(2 * z * w, 1 - 2 * z * z) : pi;
        return std::exp(-z / w * phase);
    }
    if (!adhesionless) return 0;
    if (z == 1) return std::exp(-2.0);
    const double w = std::sqrt(z * z - 1);
    return std::exp(-z / w * std::log((z + w) / (z - w)));
}

double dampingRatio(double e, bool adhesionless) {
    if (e >= 1) return 0;
    const double log_e = std::log(e);
    if (!adhesionless) return -log_e / std::sqrt(std::numbers::pi * std::numbers::pi + log_e * log_e);
    double low = 0, high = 1;
    while (restitutionOf(high, true) > e) high *= 2;
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (restitutionOf(middle, true) > e ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

namespace {

/// Integrates a collision by fourth-order Runge-Kutta until the bodies separate. The end is found by linear
/// interpolation.
template <class Force>
Collision collide(Force force, bool adhesionless) {
    // In units of (m / (k sqrt(v)))^(2/5), so about 3000 steps. e and the duration are exact to 2e-5
    // (compared with a tenth of the step, for damping ratios of 0.05 to 1).
    constexpr double h = 1e-3;
    // A collision without damping lasts 3.2. One that lasts longer than this has a restitution below 1e-4.
    constexpr double longest = 100;
    double x = 0, v = 1, t = 0;
    const auto acceleration = [&](double at, double speed) { return -force(std::max(at, 0.0), speed); };
    while (t < longest) {
        const double a1 = acceleration(x, v), v2 = v + h / 2 * a1;
        const double a2 = acceleration(x + h / 2 * v, v2), v3 = v + h / 2 * a2;
        const double a3 = acceleration(x + h / 2 * v2, v3), v4 = v + h * a3;
        const double a4 = acceleration(x + h * v3, v4);
        const double next_x = x + h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        const double next_v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        const double next_a = acceleration(next_x, next_v);
        // Adhesionless: the contact ends when the force would become attractive.
        if (adhesionless && t > 0 && next_v < 0 && next_a > 0) {
            const double share = a1 / (a1 - next_a);
            return {-(v + share * (next_v - v)), t + share * h};
        }
        if (next_x <= 0) {
            const double share = x / (x - next_x);
            return {-(v + share * (next_v - v)), t + share * h};
        }
        x = next_x;
        v = next_v;
        t += h;
    }
    return {std::max(0.0, -v), t};
}

/// Finds by bisection the z >= 0 at which the decreasing function e(z) has the value e.
template <class Of>
double solveFalling(double e, Of restitution_at) {
    double low = 0, high = 1;
    while (high < 1e6 && restitution_at(high) > e) high *= 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (restitution_at(middle) > e ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace

double hertzDampingRatio(double e, bool adhesionless) {
    if (e >= 1) return 0;
    const double log_e = std::log(e);
    if (!adhesionless)
        return std::sqrt(5.0 / 6.0) * -log_e / std::sqrt(std::numbers::pi * std::numbers::pi + log_e * log_e);
    return solveFalling(e, [](double z) {
        return collide([z](double x,
                           double v) { return x * std::sqrt(x) + 2 * z * std::sqrt(1.5 * std::sqrt(x)) * v; },
                       true)
            .restitution;
    });
}

Collision kuwabaraKonoCollision(double a, bool adhesionless) {
    return collide([a](double x, double v) { return std::sqrt(x) * (x + a * v); }, adhesionless);
}

SpecificStiffness bellConstants(double e, double contact_time, double speed, bool hertzian,
                                bool adhesionless) {
    if (hertzian) {
        const double a = e >= 1 ? 0 : solveFalling(e, [&](double x) {
            return kuwabaraKonoCollision(x, adhesionless).restitution;
        });
        const double scale = contact_time / kuwabaraKonoCollision(a, adhesionless).duration;  // T
        const double stiffness = 1 / (std::sqrt(speed) * scale * scale * std::sqrt(scale));
        return {stiffness, a * std::pow(stiffness, 0.6) / std::pow(speed, 0.2)};
    }
    // x'' = -w0^2 x - 2 z w0 x'. With tensile force the contact lasts pi / (w0 sqrt(1 - z^2)); adhesionless
    // it lasts until the force is zero, at the phase of restitutionOf().
    const double z = dampingRatio(e, adhesionless);
    double phase = std::numbers::pi / std::sqrt(std::max(1e-300, 1 - z * z));
    if (adhesionless && z < 1) {
        const double w = std::sqrt(1 - z * z);
        phase = (std::numbers::pi - std::atan2(2 * z * w, 1 - 2 * z * z)) / w;
    } else if (z >= 1) {
        const double w = std::sqrt(z * z - 1);
        phase = w > 0 ? std::log((z + w) / (z - w)) / w : 2;
    }
    const double w0 = phase / contact_time;
    return {w0 * w0, 2 * z * w0};
}

}  // namespace talus::grains
