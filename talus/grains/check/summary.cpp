#include "talus/grains/check/summary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/check/impacts.h"
#include "talus/grains/law/law_row.h"

namespace talus::grains {

using method::Scene;

namespace {

/// One line for each contact: its law and parameters, given by the scene or made from the materials.
std::vector<std::string> pairLines(const Scene& scene, const std::vector<Impact>& impacts) {
    std::vector<std::string> lines;
    const auto& contacts = in(scene).contacts;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
        const Contact& contact = contacts[c];
        std::string line = fmt::format("{} on {}: {}, friction {:g}", contact.first, contact.second,
                                       contact.law->name, contact.friction);
        line += contact.rolling == Rolling::None
                    ? ", rolling none"
                    : fmt::format(", rolling {:g} ({})", contact.rolling_friction,
                                  contact.rolling == Rolling::Spring ? "spring" : "constant");
        const auto impact =
            std::find_if(impacts.begin(), impacts.end(), [&](const Impact& one) { return one.contact == c; });
        if (contact.law->asksForRestitution(contact))
            line += fmt::format(", e = {:.3g}", contact.restitution);
        else if (impact != impacts.end())
            line += fmt::format(", e = {:.3g} by its damping", impact->restitution);
        if (contact.cohesion != Cohesion::None) line += ", with cohesion";
        lines.push_back(std::move(line));
    }
    return lines;
}

/// The actual restitutions at the step of the run, one line for each contact and kind of partner.
std::vector<std::string> impactLines(const Scene& scene, const Expected& expected,
                                     const std::vector<Impact>& impacts) {
    std::vector<std::string> lines;
    constexpr std::size_t max_lines = 12;
    constexpr double good = 0.005;
    std::optional<double> within = expected.dt;
    bool all_good = true;
    for (const Impact& impact : impacts) {
        if (lines.size() == max_lines) {
            lines.push_back(fmt::format("and {} more", impacts.size() - max_lines));
            break;
        }
        const Contact& contact = in(scene).contacts[impact.contact];
        std::string line = fmt::format("{} on {}{}: e = {:.3g}{}", contact.first, contact.second,
                                       impact.on_wall ? " (wall)" : "", impact.restitution,
                                       impact.asked_for ? "" : " by its damping");
        if (impact.by_speed) line += fmt::format(" at {:.3g} m/s", impact.head_on.speed);
        lines.push_back(line + fmt::format(" comes out as {:.4g} to {:.4g}", impact.in_steps.least,
                                           impact.in_steps.most));
        if (impact.error() <= good) continue;
        all_good = false;
        const auto step = stepWithin(impact, good, expected.dt);
        within = step && within ? std::optional(std::min(*within, *step)) : std::nullopt;
    }
    if (!all_good && within)
        lines.push_back(
            fmt::format("all of these within {:g}% of e with time.dt = {:g}", 100 * good, *within));
    return lines;
}

std::string_view unitOfStiffness(const Contact& contact) {
    for (const LawKey& key : contact.law->keys())
        if (key.row.key == "stiffness") return key.row.unit;
    return "";
}

/// The stiffness of contacts where it was chosen automatically, with the reason; one line for each contact.
std::vector<std::string> chosenLines(const Scene& scene) {
    std::vector<std::string> lines;
    for (const Contact& contact : in(scene).contacts)
        if (!contact.chosen.empty())
            lines.push_back(fmt::format("{} on {}: k = {:g} {}, as {}", contact.first, contact.second,
                                        contact.stiffness, unitOfStiffness(contact), contact.chosen));
    return lines;
}

/// The shapes of grains that are clumps: spheres, sizes, and how well they cover a mesh.
std::vector<std::string> shapeTexts(const Scene& scene) {
    std::vector<std::string> lines;
    for (const GrainShape& shape : in(scene).shapes) {
        if (!shape.made) continue;
        const ClumpShape& made = *shape.made;
        const auto [least, most] = std::minmax({made.inertia.x, made.inertia.y, made.inertia.z});
        std::string line =
            made.isBall()
                ? fmt::format("{}: a ball", shape.name)
                : fmt::format(
                      "{}: {} spheres of {:.3g} to {:.3g} radii, {:.3g} radii from the "
                      "middle to the end, moments of inertia {:.3g} to {:.3g} m r^2",
                      shape.name, made.spheres.size(), made.smallest, made.largest, made.reach, least, most);
        if (made.cover)
            line += fmt::format(
                "; {:.1f}% of the mesh within {:g} radii of them, gap {:.2g} on average and "
                "{:.2g} at most",
                100 * made.cover->coverage, made.cover->near, made.cover->mean_gap, made.cover->largest_gap);
        lines.push_back(line);
    }
    return lines;
}

/// Adds the texts as lines, the first one with the label.
void addLines(const char* label, const std::vector<std::string>& texts, std::vector<method::Line>& lines) {
    for (std::size_t i = 0; i < texts.size(); ++i) lines.push_back({i == 0 ? label : "", texts[i]});
}

}  // namespace

std::vector<method::Line> shapeLines(const Scene& scene) {
    std::vector<method::Line> lines;
    addLines("shapes", shapeTexts(scene), lines);
    return lines;
}

std::vector<method::Line> contactLines(const Scene& scene, const Expected& expected) {
    std::vector<method::Line> lines;
    lines.push_back({"contact", std::isfinite(expected.contact_time)
                                    ? fmt::format("{:.3g} s at the shortest, {:.0f} steps",
                                                  expected.contact_time, expected.contact_time / expected.dt)
                                    : "none"});
    const auto impacts = impactsInSteps(scene, expected.impact_speed, expected.dt);
    addLines("pairs", pairLines(scene, impacts), lines);
    addLines("stiff", chosenLines(scene), lines);
    addLines("impacts", impactLines(scene, expected, impacts), lines);
    return lines;
}

}  // namespace talus::grains
