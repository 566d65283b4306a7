#include "talus/network/method.h"

#include <fmt/format.h>

#include "talus/environment/sources/flaws.h"
#include "talus/network/check.h"
#include "talus/network/draw.h"
#include "talus/network/instance.h"
#include "talus/network/report/plots.h"
#include "talus/network/sections.h"
#include "talus/network/stability.h"
#include "talus/network/work.h"

namespace talus::network {
namespace {

/// Steps of a mass in a second on one thread, without pairs. Fitted with these to pile-rugged-ground and
/// hourglass-2d, which come to 3 to 9 million.
constexpr double masses_a_second = 5e6;

bool used(const method::Scene& scene) { return !in(scene).masses.empty(); }

/// Pairs in reach of each other at which a thread looks in a second, with their forces. Lennard-Jones comes
/// to 19 million; contacts, which are computed in blocks, to more.
constexpr double pairs_a_second = 2.5e7;

/// Masses that each source makes.
std::vector<double> madeBySources(const method::Scene& scene) {
    std::vector<double> made;
    for (const Source& source : in(scene).sources) {
        made.push_back(0);
        for (const Masses& group : in(scene).masses)
            if (group.name == source.masses)
                made.back() = static_cast<double>(wholeBy(source, scene.time.end()) * group.pointsOfAGrain());
    }
    return made;
}

double largestCount(const method::Scene& scene) {
    const Part& part = in(scene);
    double count = 0;
    for (std::size_t g = 0; g < part.masses.size() && g < part.layouts.size(); ++g)
        count += static_cast<double>(part.layouts[g].positions.size() * part.masses[g].pointsOfAGrain());
    for (const double made : madeBySources(scene)) count += made;
    return count;
}

method::Needs needs(const method::Scene& scene) {
    const double rate = in(scene).network.value_or(Network{}).rate;
    method::Needs needs{.longest_step = 1 / rate,
                        .why = "the rate of the network",
                        .advice = "raise rate in [network]",
                        .what = "masses",
                        .count = largestCount(scene)};
    needs.at_most = !in(scene).sources.empty();
    needs.memory_bytes = 400 * needs.count;
    needs.frame_bytes = 150 * needs.count;
    needs.checkpoint_bytes = 54 * needs.count;
    const double steps = scene.time.end() * std::max(rate, 1 / scene.time.dt.value_or(1 / rate));
    needs.work = steps * (needs.count / masses_a_second +
                          pairsInReach(setupOf(scene), madeBySources(scene)) / pairs_a_second);
    return needs;
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup setup = setupOf(scene);
    std::vector<method::Line> lines{
        {"masses", fmt::format("{:.0f}{}", largestCount(scene), setup.sources.empty() ? "" : " at most")}};
    const double t = setup.step();
    for (std::size_t l = 0; l < setup.links.size(); ++l) {
        const LinkLaw& law = setup.laws[l];
        const Slopes slopes = slopesOf(law);
        const bool varies = law.kind == Link::Kind::LennardJones || law.kind == Link::Kind::Table;
        lines.push_back({"link", fmt::format("{}: {} {:.4g} N/m, z = {:.4g} N s/m; at {:g} Hz K = {:.4g}, "
                                             "Z = {:.4g}",
                                             setup.links[l].name, varies ? "k at most" : "k =",
                                             slopes.stiffness, slopes.damping, setup.network.rate,
                                             slopes.stiffness * t * t, slopes.damping * t)});
    }
    const Load load = largestWithContacts(setup).load;
    const bool stable = load.ratio() < 1;
    lines.push_back({stable ? "stable" : "unstable",
                     fmt::format("(K + 2 Z) / M, summed over both ends of a link, is at most {:.3g} of the "
                                 "bound of 4, at a mass of '{}'{}",
                                 load.ratio(), setup.groups[load.group].name,
                                 stable ? "" : ", if it is touched from all sides")});
    return lines;
}

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Masses& group : in(scene).masses)
        if (group.layout == Masses::Layout::Mesh) files.push_back({group.file});
    return files;
}

std::vector<Vec3d> seen(const method::Scene& scene) {
    std::vector<Vec3d> points;
    const Part& part = in(scene);
    for (std::size_t g = 0; g < part.layouts.size(); ++g)
        for (const Vec3d& p : part.layouts[g].positions) points.push_back(p);
    for (const Source& source : part.sources) points.push_back(environment::middleOf(source));
    return points;
}

std::optional<method::Thing::Key> networkIn(const method::Scene& scene) {
    if (!used(scene)) return std::nullopt;
    return method::Thing::Key{"masses", 0, "name"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    return {{"masses", "masses", BothWays, "links"},
            {"masses", "walls", OneWay, "links that name the wall"},
            {"masses", "prescribed bodies", OneWay, "links that name the body"},
            {"masses", "free bodies", BothWays, "links that name the body, and masses that it carries"},
            {"masses", "grains", Through, "nothing"},
            {"masses", "ground", Through, "nothing"},
            {"masses", "volume", Through, "nothing"},
            {"masses", "water", Through, "nothing"},
            {"masses", "particles", Through, "nothing"},
            {"masses", "cloth", Through, "nothing"},
            {"masses", "continuum sand", Through, "nothing"}};
}

}  // namespace

method::Method network() {
    return {.name = "network",
            .line = "masses and links (mass-interaction networks)",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .things = {{"masses", networkIn}},
            .meetings = meetings(),
            .used = used,
            .load = load,
            .check = check,
            .needs = needs,
            .summary = summary,
            .inputs = inputs,
            .seen = seen,
            .build = buildInstance,
            .draw = draw,
            .plots = plots()};
}

}  // namespace talus::network
