#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"
#include "talus/couple/granular/check/impacts.h"

namespace talus::couple::granular {
namespace {

/// Told from here on, as a share of the e asked for. At the automatic step every law keeps within it from e =
/// 0.2 on (the table in docs/theory/grains.md), so it is told of what is out of the ordinary: more damping,
/// or a longer step. Where damping is given, nobody asked for an e: then of impacts that gain energy alone.
constexpr double told_from = 0.1;
/// What the step that the hint names keeps to.
constexpr double good = 0.005;

bool gainsEnergy(const Impact& impact) { return impact.in_steps.most > 1.01; }

bool isTold(const Impact& impact) {
    return gainsEnergy(impact) || (impact.asked_for && impact.error() > told_from);
}

std::string told(const Impact& impact, double dt) {
    if (gainsEnergy(impact))
        return fmt::format(
            "at this step ({:.3g} s) the damping turns grains round at once: they part up to {:.3g} times as "
            "fast as they meet, where e = {:.3g}",
            dt, impact.in_steps.most, impact.restitution);
    return fmt::format("at this step ({:.3g} s) e = {:.3g} comes out as {:.3g} to {:.3g}", dt,
                       impact.restitution, impact.in_steps.least, impact.in_steps.most);
}

std::string advice(const Impact& impact, const Time& time, double dt) {
    if (gainsEnergy(impact))
        return time.dt ? "leave time.dt out: the automatic step goes down with such damping"
                       : "ask for less damping";
    if (const auto finer = stepWithin(impact, good, dt))
        return fmt::format("time.dt = {:g} keeps it within {:g}%", *finer, 100 * good);
    return fmt::format("ask for less damping: even 5000 steps a contact do not keep it within {:g}%",
                       100 * good);
}

}  // namespace

void checkRestitution(const Checking& checked, double speed, double dt) {
    // A step that is an error already needs no more words.
    if (!(dt > 0) || checked.diagnostics.hasErrors()) return;
    const std::vector<Impact> impacts = impactsInSteps(checked.scene, speed, dt);
    for (std::size_t i = 0; i < impacts.size(); ++i) {
        const Impact& impact = impacts[i];
        // A pair of grains, which comes first, speaks for both kinds of partner: its contacts are the shorter
        // ones.
        const bool said = i > 0 && impacts[i - 1].contact == impact.contact && isTold(impacts[i - 1]);
        if (said || !isTold(impact)) continue;
        checked.warn(
            checked.place("contact", impact.contact, impact.asked_for ? "restitution" : "normal_damping"),
            told(impact, dt), advice(impact, checked.scene.time, dt));
    }
}

}  // namespace talus::couple::granular
