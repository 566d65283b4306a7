#include "talus/particles/needs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace talus::particles {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

double leastMass(const System& s) {
    double least = endless;
    for (const Emitter& e : s.emitters) least = std::min(least, e.mass.mean * (1 - e.mass.spread));
    return least;
}

double largestSpeed(const System& s) {
    double most = 0;
    for (const Emitter& e : s.emitters)
        most = std::max(most, e.speed.mean * (1 + e.speed.spread) + length(e.velocity));
    return most;
}

/// Particles by a time; where grains decide, none of which one could know.
double madeBy(const Emitter& e, double time) {
    if (e.shape == Emitter::Shape::Elsewhere) return 0;
    return static_cast<double>(wholeBy(e, time) + burstsBy(e, time));
}

/// Largest number at a time: of a steady flow, rate times lifetime; of bursts, all within a lifetime.
double mostOf(const Emitter& e, double end) {
    if (!e.lifetime) return madeBy(e, end);
    const double life = std::min(*e.lifetime * (1 + e.lifetime_spread), end);
    double most = 0;
    constexpr int moments = 64;
    for (int k = 1; k <= moments; ++k) {
        const double t = end * k / moments, before = t - life;
        most = std::max(most, madeBy(e, t) - (before > 0 ? madeBy(e, before) : 0));
    }
    return most;
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
    // A particle of which nothing else is known: four steps a frame follow what an eye sees.
    limit(frame_interval / 4, "a quarter of a frame");
    const double mass = leastMass(s), speed = largestSpeed(s);
    // Explicit drag overshoots where a step is longer than m / k; half of it leaves the decay a good shape.
    const double drag = s.drag.linear + s.drag.quadratic * speed;
    if (drag > 0) limit(0.5 * mass / drag, "half of the time in which drag stops the lightest particle");
    if (s.interact && s.pairs.stiffness > 0)
        // A twentieth of the period of two that swing against each other: 2 pi sqrt(m / 2 / k).
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
    double most = 0;
    for (const Emitter& e : s.emitters) most += mostOf(e, end);
    needs.most = static_cast<std::uint64_t>(std::min(most, static_cast<double>(s.limit)));
    // 58 bytes that last, 4 of temperature, 12 of the force; twice where rows are sorted.
    const double row = 58 + 12 + (s.buoyancy.on ? 4 : 0);
    needs.bytes = static_cast<double>(needs.most) * row * (s.interact ? 2 : 1);
    if (s.interact)
        needs.steps_per_second = 1.5e6;
    else if (!setup.system.vortices.empty() || s.turbulence.speed > 0)
        needs.steps_per_second = 5e6;
    return needs;
}

}  // namespace talus::particles
