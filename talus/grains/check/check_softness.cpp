#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/load/grain_sizes.h"

namespace talus::grains {

using method::Scene;

namespace {

/// A factor in two digits, rounded up: "1.5", "250".
std::string factor(double times) {
    const double unit = std::pow(10, std::floor(std::log10(times)) - 1);
    return fmt::format("{:g}", std::ceil(times / unit * (1 - 1e-9)) * unit);
}

}  // namespace

void checkSoftness(const Checking& checked, double speed) {
    const Scene& scene = checked.scene;
    const double gravity = length(scene.environment.gravity);
    for (std::size_t c = 0; c < in(scene).contacts.size(); ++c) {
        const Contact& contact = in(scene).contacts[c];
        const double a = radiusRange(scene, contact.first).largest,
                     b = radiusRange(scene, contact.second).largest;
        if (a == 0 && b == 0) continue;
        // The repulsion of such a law has no limit, so overlaps stay small.
        if (contact.law->acts_across_gaps) continue;
        // Of two grains the smaller one counts; with a wall the only grain.
        const bool first = b == 0 || (a > 0 && a <= b);
        const double radius = first ? a : b, effective = a > 0 && b > 0 ? a * b / (a + b) : radius;
        const double density =
            scene.environment
                .materials[materialIndex(scene.environment, first ? contact.first : contact.second)]
                .density;
        const double whole = bodyRadii(scene, first ? contact.first : contact.second).largest;
        const double mass = 4.0 / 3.0 * std::numbers::pi * whole * whole * whole * density;
        const LawConstants law = lawConstants(contact);
        const auto energy = [&](double overlap) { return springEnergy(law, overlap, mass, effective, 0); };
        // Force as the difference of energies over a hundredth of the overlap.
        const double tenth = 0.1 * radius,
                     force = (energy(1.005 * tenth) - energy(0.995 * tenth)) / (0.01 * tenth);
        const double by_weight = mass * gravity / force,
                     by_speed = 0.5 * mass * speed * speed / energy(radius);
        if (!(by_weight > 1 || by_speed > 1)) continue;
        const std::string key(contact.law->stiffnessKey(contact));
        const double times = std::max(by_weight, by_speed);
        checked.warn(checked.spanOf("contact", c, key),
                     fmt::format("grains of radius {:.3g} m are too heavy for this contact: {}", radius,
                                 by_weight > 1
                                     ? "by their own weight they sink in by a tenth of it and more"
                                     : fmt::format("at {:.3g} m/s, the speed to expect here, they sink in by "
                                                   "all of it, and can pass through walls",
                                                   speed)),
                     key == "contact_time" ? fmt::format("make contact_time {} times shorter at least",
                                                         factor(std::sqrt(times)))
                                           : fmt::format("raise {} {} times at least", key, factor(times)));
    }
}

}  // namespace talus::grains
