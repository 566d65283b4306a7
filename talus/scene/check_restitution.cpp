#include <fmt/format.h>

#include "talus/scene/impacts.h"
#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

/// Told from here on, as a share of e. At the automatic step every law keeps within it from e = 0.2 on (the
/// table in docs/theory/grains.md), so it is told of what is out of the ordinary: more damping, or a longer
/// step.
constexpr double told_from = 0.1;
/// What the step that the hint names keeps to.
constexpr double good = 0.005;

}  // namespace

void checkRestitution(Checked& checked, double speed, double dt) {
    if (!(dt > 0)) return;
    const std::vector<Impact> impacts = impactsInSteps(checked.scene, speed, dt);
    for (std::size_t i = 0; i < impacts.size(); ++i) {
        const Impact& impact = impacts[i];
        // The worse of a contact's two kinds speaks for both: a pair's contacts are shorter than those at
        // walls.
        const bool second = i > 0 && impacts[i - 1].contact == impact.contact;
        if (!(impact.error() > told_from) || (second && impacts[i - 1].error() > told_from)) continue;
        const auto finer = stepWithin(impact, good, dt);
        const SourceSpan place =
            checked.place("contact", impact.contact, impact.asked_for ? "restitution" : "normal_damping");
        const std::string hint =
            finer
                ? fmt::format("time.dt = {:g} keeps it within {:g}%", *finer, 100 * good)
                : fmt::format(
                      "ask for less damping: no step of 1/5000 of the contact or more keeps it within {:g}%",
                      100 * good);
        checked.warn(
            place,
            impact.in_steps.most > 1.01
                ? fmt::format("at this step ({:.3g} s) grains part up to {:.3g} times as fast as they meet, "
                              "where e = {:.3g} was asked for: impacts gain energy",
                              dt, impact.in_steps.most, impact.restitution)
                : fmt::format("at this step ({:.3g} s) e = {:.3g} comes out as {:.3g} to {:.3g}", dt,
                              impact.restitution, impact.in_steps.least, impact.in_steps.most),
            hint);
    }
}

}  // namespace talus::scene
