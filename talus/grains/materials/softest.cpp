#include "talus/grains/materials/softest.h"

#include <algorithm>
#include <cmath>

#include "talus/grains/law/cohesion.h"
#include "talus/grains/law/law_row.h"

namespace talus::grains {
namespace {

double roundedUp(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
    return std::ceil(value / unit * (1 - 1e-9)) * unit;
}

}  // namespace

Softest softestStiffness(Contact contact, const Bearing& bearing) {
    contact.stiffness = 1;
    const LawConstants law = lawConstants(contact);
    const auto energy = [&](double overlap) {
        return springEnergy(law, overlap, bearing.mass, bearing.effective_radius, 0);
    };
    // Force from energy, over a hundredth of the overlap.
    const auto force = [&](double overlap) {
        return (energy(1.005 * overlap) - energy(0.995 * overlap)) / (0.01 * overlap);
    };
    const double deepest = overlap_in_impact * bearing.radius, at_rest = overlap_at_rest * bearing.radius;
    const double pull = pullOf<double>(law.cohesion, law,
                                       {.overlap = at_rest,
                                        .effective_mass = bearing.mass,
                                        .effective_radius = bearing.effective_radius,
                                        .normal = {},
                                        .velocity = {},
                                        .turning = {}});
    const double impact = bearing.mass * (0.5 * bearing.speed * bearing.speed + bearing.gravity * deepest);

    Softest softest;
    softest.load = bearing.weight + pull;
    const double by_impact = impact / energy(deepest), by_load = softest.load / force(at_rest);
    softest.by_impact = by_impact >= by_load;
    softest.stiffness = roundedUp(std::max({by_impact, by_load, 1e-9}));
    softest.secant = softest.stiffness * force(deepest) / deepest;
    return softest;
}

}  // namespace talus::grains
