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

/// Force from energy, over a hundredth of the overlap.
template <class Energy>
double forceFrom(const Energy& energy, double overlap) {
    return (energy(1.005 * overlap) - energy(0.995 * overlap)) / (0.01 * overlap);
}

}  // namespace

Softest softestStiffness(Contact contact, const Bearing& bearing) {
    contact.stiffness = 1;
    const LawConstants law = lawConstants(contact);
    const auto energy = [&](double overlap) {
        return springEnergy(law, overlap, bearing.mass, bearing.effective_radius, 0);
    };
    const auto force = [&](double overlap) { return forceFrom(energy, overlap); };
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

double secantInImpact(const Contact& contact, const Bearing& bearing) {
    if (contact.law->acts_apart) return 0;
    if (!contact.contact_time)
        for (const LawKey& key : contact.law->keys())
            if (key.row.key == "stiffness" && key.row.unit == "N/m") return contact.stiffness;
    if (!(bearing.radius > 0)) return 0;
    const LawConstants law = lawConstants(contact);
    const auto energy = [&](double overlap) {
        return springEnergy(law, overlap, bearing.mass, bearing.effective_radius, 0);
    };
    const auto brought = [&](double overlap) {
        return bearing.mass * (0.5 * bearing.speed * bearing.speed + bearing.gravity * overlap);
    };
    // The overlap of the impact lies between these; no deeper than a radius, whatever the spring holds.
    double least = 0, most = bearing.radius;
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = 0.5 * (least + most);
        (energy(middle) < brought(middle) ? least : most) = middle;
    }
    return forceFrom(energy, most) / most;
}

}  // namespace talus::grains
