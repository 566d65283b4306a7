#include "talus/grains/stepped_impact.h"

#include <algorithm>
#include <limits>

#include "talus/grains/pair_force.h"

namespace talus::grains {

double restitutionInSteps(const HeadOn& impact, double dt, double phase) {
    Touch<double> touch;
    touch.effective_mass = impact.effective_mass;
    touch.effective_radius = impact.effective_radius;
    touch.normal = {1, 0, 0};
    touch.velocity = {-impact.speed, 0, 0};
    touch.overlap = phase * impact.speed * dt;
    withLaw(impact.law.law, [&](auto law) {
        const double longest = 100 * contactTime(impact.law, impact.effective_mass, impact.effective_radius, impact.speed);
        for (double t = 0; touch.overlap > 0 && t < longest; t += dt) {
            const Vec3d force = pairForce<decltype(law), double>(impact.law, touch, Vec3d{}, dt).force;
            if (force.x == 0 && touch.velocity.x > 0) break;
            touch.velocity.x += force.x / impact.effective_mass * dt;
            touch.overlap -= touch.velocity.x * dt;
        }
    });
    return touch.velocity.x / impact.speed;
}

RestitutionRange restitutionRange(const HeadOn& impact, double dt, int phases) {
    RestitutionRange range{std::numeric_limits<double>::infinity(), 0};
    for (int k = 0; k < phases; ++k) {
        const double e = restitutionInSteps(impact, dt, (k + 0.5) / phases);
        range.least = std::min(range.least, e);
        range.most = std::max(range.most, e);
    }
    return range;
}

}  // namespace talus::grains
