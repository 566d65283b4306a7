#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "talus/solids/check/checks.h"
#include "talus/solids/rigid_of.h"

namespace talus::solids {
namespace {

/// Ratio of masses above which a check warns. Contacts are solved one after the other in at most 2,000
/// iterations, too few for larger ones: a box of 15,000 kg on one of 1 kg slides off it, and one of 300,000
/// kg sinks through it.
constexpr double largest_ratio = 1e4;

}  // namespace

void checkMasses(const Checking& checked) {
    const auto& bodies = in(checked.scene).bodies;
    struct Mass {
        double mass;
        std::size_t body;
    };
    // Links of chains are held by their joints, which carry any weight.
    std::vector<Mass> masses;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].motion == Body::Motion::Free && !bodies[b].made)
            masses.push_back({rigidOf(checked.scene, bodies[b]).mass, b});
    if (masses.empty()) return;
    const auto [least, most] = std::ranges::minmax(masses, {}, &Mass::mass);
    if (!(most.mass > largest_ratio * least.mass)) return;
    checked.warn("body", most.body, "mass",
                 fmt::format("[[body]] '{}' has {:.3g} times the mass of '{}': where both are in contact the "
                             "heavier one slides off the lighter one or sinks into it",
                             bodies[most.body].name, most.mass / least.mass, bodies[least.body].name),
                 "take masses within 1:10,000 of each other");
}

}  // namespace talus::solids
