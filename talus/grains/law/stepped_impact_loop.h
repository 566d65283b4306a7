#pragma once
#include "talus/grains/law/pair_force.h"
#include "talus/grains/law/stepped_impact.h"

namespace talus::grains {

/// restitutionInSteps() for the law L.
template <class L>
double steppedImpact(const HeadOn& impact, double dt, double phase) {
    Touch<double> touch;
    touch.overlap = phase * impact.speed * dt;
    touch.effective_mass = impact.effective_mass;
    touch.effective_radius = impact.effective_radius;
    touch.normal = {1, 0, 0};
    touch.velocity = {-impact.speed, 0, 0};
    const double end = 20 * durationOf(impact);
    for (double time = 0; touch.overlap > 0 && time < end; time += dt) {
        const double force = pairForce<L, double>(impact.law, touch, {}, dt).force.x;
        // Once the clamp has set the force to zero while the bodies separate, it stays zero.
        if (force == 0 && touch.velocity.x > 0) break;
        touch.velocity.x += force / impact.effective_mass * dt;
        touch.overlap -= touch.velocity.x * dt;
    }
    return touch.velocity.x / impact.speed;
}

}  // namespace talus::grains
