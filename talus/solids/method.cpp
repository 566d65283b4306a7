#include "talus/solids/method.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "talus/method/shown/preview.h"
#include "talus/solids/check/checks.h"
#include "talus/solids/draw_parts.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"
#include "talus/solids/sections.h"

namespace talus::solids {
namespace {

bool used(const method::Scene& scene) { return !in(scene).bodies.empty() || !in(scene).chains.empty(); }

void load(method::Scene& scene, const method::Checking& checking) {
    makeChains(scene, checking);
    makeBodies(scene, checking);
    if (!checking.diagnostics.hasErrors()) scene.environment.mobility = wallMobilities(scene);
}

void check(const method::Checking& checking) {
    if (checking.diagnostics.hasErrors()) return;
    checkPositions(checking);
    checkPeriodic(checking);
    checkJoints(checking);
    checkIdle(checking);
    checkMasses(checking);
    checkParts(checking);
    if (!checking.diagnostics.hasErrors()) checkSpeeds(checking);
    if (!checking.diagnostics.hasErrors()) checkOverlaps(checking);
}

method::Needs needs(const method::Scene& scene) {
    // Among other methods the bodies do not make the scene's step longer; they take sub-steps in it.
    const bool alone = scene.used().size() == 1;
    // Of one thread in a step: 5 microseconds in the air, 50 in a stack (bench/results/solids-2026-11.md,
    // "What check foretells").
    constexpr double seconds_a_body = 3e-5;
    const double free_bodies =
        static_cast<double>(std::ranges::count(in(scene).bodies, Body::Motion::Free, &Body::motion));
    return {.longest_step = alone ? longestStepOf(scene) : std::numeric_limits<double>::infinity(),
            .why = "bodies in contact take 240 steps a second or more",
            .advice = "set a longer time.dt",
            .what = "bodies",
            .count = static_cast<double>(in(scene).bodies.size()),
            .work = seconds_a_body * free_bodies * scene.time.end() / longestStepOf(scene)};
}

std::vector<method::Line> summary(const method::Scene& scene) {
    std::vector<method::Line> lines;
    for (const Body& body : in(scene).bodies) {
        // Of a convex mesh, which is one part, there is nothing to say.
        if (!body.convex || (body.convex->corners.size() <= 1 && !(body.convex->added > most_added)))
            continue;
        lines.push_back(
            {"convex parts",
             fmt::format("body '{}' collides as {}, which {} {:.2g}% to its volume", body.name,
                         body.convex->corners.size(), body.convex->corners.size() == 1 ? "adds" : "add",
                         100 * body.convex->added)});
    }
    return lines;
}

std::vector<method::Preview> previews(const method::Scene& scene) {
    std::vector<method::Preview> all;
    for (const Body& body : in(scene).bodies)
        if (body.convex && body.convex->corners.size() > 1)
            all.push_back({"body-" + body.name, pictureOf(body)});
    return all;
}

/// @return the first body that moves like this
std::optional<method::Thing::Key> bodyIn(const method::Scene& scene, Body::Motion motion) {
    const auto& bodies = in(scene).bodies;
    const auto found = std::ranges::find_if(bodies, [&](const Body& body) { return body.motion == motion; });
    if (found == bodies.end()) return std::nullopt;
    return method::Thing::Key{"body", static_cast<std::size_t>(found - bodies.begin()), "motion"};
}

std::vector<method::Thing> things() {
    return {{"prescribed bodies",
             [](const method::Scene& scene) { return bodyIn(scene, Body::Motion::Prescribed); }},
            {"free bodies", [](const method::Scene& scene) { return bodyIn(scene, Body::Motion::Free); }}};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    constexpr const char* by = "impulses with restitution and friction";
    return {{"walls", "walls", Through, "their motions say where they are"},
            {"prescribed bodies", "walls", Through, "their motions say where they are"},
            {"prescribed bodies", "prescribed bodies", Through, "their motions say where they are"},
            {"free bodies", "walls", OneWay, by},
            {"free bodies", "prescribed bodies", OneWay, by},
            {"free bodies", "free bodies", BothWays, by}};
}

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Body& body : in(scene).bodies) files.push_back({body.file});
    return files;
}

Result<std::unique_ptr<method::Instance>> build(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Solids>(scene));
}

}  // namespace

method::Method solids() {
    return {.name = "solids",
            .line = "rigid bodies",
            .defaults = method::Part::of<Part>(),
            .sections = {bodySection(), jointSection(), chainSection()},
            .things = things(),
            .meetings = meetings(),
            .used = used,
            .load = load,
            .check = check,
            .needs = needs,
            .summary = summary,
            .previews = previews,
            .inputs = inputs,
            .build = build};
}

}  // namespace talus::solids
