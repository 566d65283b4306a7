#include "talus/grains/stepped_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/grains/pair_force.h"

namespace talus::grains {

double durationOf(const HeadOn& impact) {
    LawConstants normal = impact.law;
    normal.shear_stiffness = normal.rolling_stiffness = 0;
    return contactTime(normal, impact.effective_mass, impact.effective_radius, impact.speed);
}

double restitutionInSteps(const HeadOn& impact, double dt, double phase) {
    Touch<double> touch;
    touch.overlap = phase * impact.speed * dt;
    touch.effective_mass = impact.effective_mass;
    touch.effective_radius = impact.effective_radius;
    touch.normal = {1, 0, 0};
    touch.velocity = {-impact.speed, 0, 0};
    const double end = 20 * durationOf(impact);
    withLaw(impact.law.law, [&](auto law) {
        for (double time = 0; touch.overlap > 0 && time < end; time += dt) {
            const double force = pairForce<decltype(law), double>(impact.law, touch, {}, dt).force.x;
            // Once the clamp holds the force at zero while the bodies part, it stays there.
            if (force == 0 && touch.velocity.x > 0) break;
            touch.velocity.x += force / impact.effective_mass * dt;
            touch.overlap -= touch.velocity.x * dt;
        }
    });
    return touch.velocity.x / impact.speed;
}

RestitutionRange restitutionRange(const HeadOn& impact, double dt, int phases) {
    const double step = std::max(dt, durationOf(impact) / 5000);
    RestitutionRange range{std::numeric_limits<double>::infinity(), 0};
    for (int k = 0; k < phases; ++k) {
        const double e = restitutionInSteps(impact, step, (k + 0.5) / phases);
        range.least = std::min(range.least, e);
        range.most = std::max(range.most, std::isfinite(e) ? e : std::numeric_limits<double>::infinity());
    }
    return range;
}

}  // namespace talus::grains
