#include "talus/sand/method.h"

#include "talus/method/source.h"
#include "talus/sand/appearance/draw.h"
#include "talus/sand/check.h"
#include "talus/sand/instance.h"
#include "talus/sand/mpm/device/not_on_device.h"
#include "talus/sand/needs.h"
#include "talus/sand/params.h"
#include "talus/sand/plots.h"
#include "talus/sand/sections.h"
#include "talus/sand/sources/fill.h"
#include "talus/sand/sources/spouts.h"

namespace talus::sand {
namespace {

bool used(const method::Scene& scene) { return in(scene).sand.has_value(); }

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Block& block : in(scene).blocks) method::addInput(block, files);
    return files;
}

std::vector<environment::Source> sources(const method::Scene& scene) {
    std::vector<environment::Source> all;
    const Part& part = in(scene);
    if (!part.sand) return all;
    const double spacing = part.sand->cell / particles_along_cell, volume = spacing * spacing * spacing;
    for (const Block& b : part.blocks)
        all.push_back({.box = boundsOf(b),
                       .velocity = b.velocity,
                       .heap = b.depth ? 0 : estimateIn(b, spacing, nullptr) * volume});
    for (const Spout& s : part.spouts)
        all.push_back({.box = {s.centre, s.centre},
                       .reach = reachOf(s),
                       .velocity = normalized(s.direction) * largestRate(s),
                       .heap = estimateIn(s, spacing, scene.time.end()) * volume,
                       .pours = true});
    return all;
}

std::optional<double> pointRadius(const method::Scene& scene, std::string_view set) {
    if (!used(scene) || set != "sand") return std::nullopt;
    return 0.5 * in(scene).sand->cell / particles_along_cell;
}

std::vector<std::string_view> coloursOf(const method::Scene& scene) {
    return used(scene) ? colours() : std::vector<std::string_view>{};
}

std::optional<method::Thing::Key> sandIn(const method::Scene& scene) {
    if (!used(scene)) return std::nullopt;
    return method::Thing::Key{"sand", 0, "cell"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    constexpr const char* alone = "continuum sand meets walls, bodies and ground";
    constexpr const char* by = "impulses with friction at the nodes of the grid";
    return {
        {"continuum sand", "continuum sand", BothWays, "the stress of the sand"},
        {"continuum sand", "walls", OneWay, by},
        {"continuum sand", "prescribed bodies", OneWay, by},
        {"continuum sand", "free bodies", BothWays, by},
        {"continuum sand", "ground", OneWay, by},
        {"continuum sand", "grains", Missing, alone},
        {"continuum sand", "water", Missing, alone},
        {"continuum sand", "cloth", Missing, alone},
        {"continuum sand", "particles", Missing, alone},
        {"continuum sand", "volume", Refused, "use [ground] in place of [volume], or leave the sand out"}};
}

}  // namespace

method::Method sand() {
    return {.name = "sand",
            .line = "sand as a continuum",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .things = {{"continuum sand", sandIn}},
            .meetings = meetings(),
            .used = used,
            .load = load,
            .check = check,
            .needs = needs,
            .summary = summary,
            .not_on_device = mpm::notOnDevice,
            .inputs = inputs,
            .sources = sources,
            .build = buildInstance,
            .point_radius = pointRadius,
            .colours = colours(),
            .colours_of = coloursOf,
            .draw = draw,
            .plots = plots()};
}

}  // namespace talus::sand
