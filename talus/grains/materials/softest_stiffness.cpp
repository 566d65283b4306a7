#include "talus/grains/materials/softest_stiffness.h"

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

/// Force as the numerical derivative of the energy, over 1% of the overlap.
template <class Energy>
double forceFrom(const Energy& energy, double overlap) {
    return (energy(1.005 * overlap) - energy(0.995 * overlap)) / (0.01 * overlap);
}

}  // namespace

ChosenStiffness softestStiffness(Contact contact, const ContactLoad& load) {
    contact.stiffness = 1;
    const LawConstants law = lawConstants(contact);
    const auto energy = [&](double overlap) {
        return springEnergy(law, overlap, load.mass, load.effective_radius, 0);
    };
    const auto force = [&](double overlap) { return forceFrom(energy, overlap); };
    const double deepest = overlap_in_impact * load.radius, at_rest = overlap_at_rest * load.radius;
    const double pull = pullOf<double>(law.cohesion, law,
                                       {.overlap = at_rest,
                                        .effective_mass = load.mass,
                                        .effective_radius = load.effective_radius,
                                        .normal = {},
                                        .velocity = {},
                                        .turning = {}});
    const double impact = load.mass * (0.5 * load.speed * load.speed + load.gravity * deepest);

    ChosenStiffness softest;
    softest.load = load.weight + pull;
    const double by_impact = impact / energy(deepest), by_load = softest.load / force(at_rest);
    softest.by_impact = by_impact >= by_load;
    softest.stiffness = roundedUp(std::max({by_impact, by_load, 1e-9}));
    softest.secant = softest.stiffness * force(deepest) / deepest;
    return softest;
}

double secantInImpact(const Contact& contact, const ContactLoad& load) {
    if (contact.law->acts_across_gaps) return 0;
    if (!contact.contact_time)
        for (const LawKey& key : contact.law->keys())
            if (key.row.key == "stiffness" && key.row.unit == "N/m") return contact.stiffness;
    if (!(load.radius > 0)) return 0;
    const LawConstants law = lawConstants(contact);
    const auto energy = [&](double overlap) {
        return springEnergy(law, overlap, load.mass, load.effective_radius, 0);
    };
    const auto impactEnergy = [&](double overlap) {
        return load.mass * (0.5 * load.speed * load.speed + load.gravity * overlap);
    };
    // Bisection for the overlap of the impact, which is at most a radius.
    double low = 0, high = load.radius;
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = 0.5 * (low + high);
        (energy(middle) < impactEnergy(middle) ? low : high) = middle;
    }
    return forceFrom(energy, high) / high;
}

}  // namespace talus::grains
