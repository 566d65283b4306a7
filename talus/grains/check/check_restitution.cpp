#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/check/impacts.h"

namespace talus::grains {
namespace {

/// Errors from here on are reported, as a share of the given e. At the automatic step the error of every law
/// is smaller from e = 0.2 on (the table in docs/theory/grains.md), so only unusual cases are reported: more
/// damping, or a longer step. Where damping is given instead of e, only impacts that gain energy are
/// reported.
constexpr double reported_error = 0.1;
/// Largest error at the step that the hint suggests.
constexpr double good = 0.005;

bool gainsEnergy(const Impact& impact) { return impact.in_steps.most > 1.01; }

bool isReported(const Impact& impact) {
    return gainsEnergy(impact) || (impact.asked_for && impact.error() > reported_error);
}

std::string message(const Impact& impact, double dt) {
    if (gainsEnergy(impact))
        return fmt::format(
            "at this step ({:.3g} s) the damping reverses the grains within one step: they separate up to "
            "{:.3g} times as fast as they approach, where e = {:.3g}",
            dt, impact.in_steps.most, impact.restitution);
    return fmt::format("at this step ({:.3g} s) e = {:.3g} becomes {:.3g} to {:.3g}", dt, impact.restitution,
                       impact.in_steps.least, impact.in_steps.most);
}

std::string advice(const Impact& impact, const method::Time& time, double dt) {
    if (gainsEnergy(impact))
        return time.dt ? "leave time.dt out: the automatic step is shorter for such damping"
                       : "set less damping";
    if (const auto finer = stepWithin(impact, good, dt))
        return fmt::format("time.dt = {:g} keeps it within {:g}%", *finer, 100 * good);
    return fmt::format("set less damping: even 5000 steps per contact do not keep it within {:g}%",
                       100 * good);
}

}  // namespace

void checkRestitution(const Checking& checked, double speed, double dt) {
    // A step that is an error already needs no further message.
    if (!(dt > 0) || checked.diagnostics.hasErrors()) return;
    const std::vector<Impact> impacts = impactsInSteps(checked.scene, speed, dt);
    for (std::size_t i = 0; i < impacts.size(); ++i) {
        const Impact& impact = impacts[i];
        // One message per contact: that of two grains, which comes first and has the shorter contacts.
        const bool reported = i > 0 && impacts[i - 1].contact == impact.contact && isReported(impacts[i - 1]);
        if (reported || !isReported(impact)) continue;
        checked.warn(
            checked.spanOf("contact", impact.contact, impact.asked_for ? "restitution" : "normal_damping"),
            message(impact, dt), advice(impact, checked.scene.time, dt));
    }
}

}  // namespace talus::grains
