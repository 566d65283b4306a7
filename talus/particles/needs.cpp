#include "talus/particles/needs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace talus::particles {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

double minMass(const System& s) {
    double min_mass = endless;
    for (const Emitter& e : s.emitters) min_mass = std::min(min_mass, e.mass.mean * (1 - e.mass.spread));
    return min_mass;
}

double maxSpeed(const System& s) {
    double max_value = 0;
    for (const Emitter& e : s.emitters)
        max_value = std::max(max_value, e.speed.mean * (1 + e.speed.spread) + length(e.velocity));
    return max_value;
}

/// Particles that an emitter makes until a time; 0 where grains decide, because that is not known before.
double madeBy(const Emitter& e, double time) {
    if (e.shape == Emitter::Shape::Elsewhere) return 0;
    return static_cast<double>(wholeBy(e, time) + burstsBy(e, time));
}

/// Maximum number of particles at a time: those made within a lifetime.
double maxCount(const Emitter& e, double end) {
    if (!e.lifetime) return madeBy(e, end);
    const double life = std::min(*e.lifetime * (1 + e.lifetime_spread), end);
    double max_value = 0;
    constexpr int moments = 64;
    for (int k = 1; k <= moments; ++k) {
        const double t = end * k / moments, before = t - life;
        max_value = std::max(max_value, madeBy(e, t) - (before > 0 ? madeBy(e, before) : 0));
    }
    return max_value;
}

}  // namespace

Needs needsOf(const Setup& setup, double end, double frame_interval) {
    const System& s = setup.system;
    Needs needs{endless, "nothing", 0, 0, 5e7};
    const auto limit = [&](double step, const char* why) {
        if (step < needs.longest_step) {
            needs.longest_step = step;
            needs.why = why;
        }
    };
    // Without any other limit: four steps per frame are enough for the eye.
    limit(frame_interval / 4, "a quarter of a frame");
    const double mass = minMass(s), speed = maxSpeed(s);
    // Explicit drag overshoots in steps longer than m / k; half of that resolves the decay well.
    const double drag = s.drag.linear + s.drag.quadratic * speed;
    if (drag > 0) limit(0.5 * mass / drag, "half of the time in which drag stops the lightest particle");
    if (s.interact && s.pairs.stiffness > 0)
        // A twentieth of the period of two particles on a spring: 2 pi sqrt(m / 2 / k).
        limit(0.05 * 2 * std::numbers::pi * std::sqrt(0.5 * mass / s.pairs.stiffness),
              "a twentieth of the period of a pair's spring");
    for (const Attractor& a : s.attractors)
        if (a.strength != 0)
            limit(0.05 * 2 * std::numbers::pi * std::sqrt(std::pow(a.softening, 3) / std::abs(a.strength)),
                  "a twentieth of the period in the middle of an attractor");
    if (s.buoyancy.on && s.buoyancy.cooling) limit(0.5 * *s.buoyancy.cooling, "half of the time of cooling");
    if (s.dt) {
        needs.longest_step = *s.dt;
        needs.why = "dt in [[particles]]";
    }
    double max_value = 0;
    for (const Emitter& e : s.emitters) max_value += maxCount(e, end);
    needs.most = static_cast<std::uint64_t>(std::min(max_value, static_cast<double>(s.limit)));
    // 58 bytes of state, 4 of temperature, 12 of the force; twice as much where rows are sorted.
    const double row = 58 + 12 + (s.buoyancy.on ? 4 : 0);
    needs.bytes = static_cast<double>(needs.most) * row * (s.interact ? 2 : 1);
    if (s.interact)
        needs.steps_per_second = 1.5e6;
    else if (!setup.system.vortices.empty() || s.turbulence.speed > 0)
        needs.steps_per_second = 5e6;
    return needs;
}

}  // namespace talus::particles
