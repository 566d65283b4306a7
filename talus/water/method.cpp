#include "talus/water/method.h"

#include "talus/method/source.h"
#include "talus/water/appearance/draw.h"
#include "talus/water/check.h"
#include "talus/water/device/not_on_device.h"
#include "talus/water/instance.h"
#include "talus/water/needs.h"
#include "talus/water/params.h"
#include "talus/water/plots.h"
#include "talus/water/sections.h"
#include "talus/water/setup.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

bool used(const method::Scene& scene) { return in(scene).water.has_value(); }

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Block& block : in(scene).blocks) method::addInput(block, files);
    return files;
}

std::vector<environment::Source> sources(const method::Scene& scene) {
    std::vector<environment::Source> all;
    const Part& part = in(scene);
    if (!part.water) return all;
    for (const Block& b : part.blocks) all.push_back({.box = boundsOf(b), .velocity = b.velocity});
    for (const Inflow& i : part.inflows)
        all.push_back({.box = {i.centre, i.centre},
                       .reach = reachOf(i),
                       .velocity = normalized(i.direction) * largestRate(i),
                       .pours = true});
    for (const Rain& rain : part.rains) all.push_back({.box = boundsOf(rain), .velocity = {}, .pours = true});
    return all;
}

std::vector<std::string_view> coloursOf(const method::Scene& scene) {
    return used(scene) ? colours() : std::vector<std::string_view>{};
}

std::optional<double> pointRadius(const method::Scene& scene, std::string_view set) {
    if (!used(scene) || set != "water") return std::nullopt;
    return 0.5 * setupOf(scene).water.spacing;
}

std::optional<method::Thing::Key> waterIn(const method::Scene& scene) {
    if (!used(scene)) return std::nullopt;
    return method::Thing::Key{"water", 0, "spacing"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    constexpr const char* by = "pressure and friction at the boundary";
    return {{"water", "water", BothWays, "the equations of the liquid"},
            {"water", "walls", OneWay, by},
            {"water", "prescribed bodies", OneWay, by},
            {"water", "free bodies", BothWays, by},
            {"water", "ground", OneWay, "pressure and friction at the boundary; with [erosion] both ways"},
            {"water", "volume", OneWay, "pressure and friction at the boundary; with [erosion] both ways"}};
}

}  // namespace

method::Method water() {
    return {.name = "water",
            .line = "smoothed particle hydrodynamics",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .things = {{"water", waterIn}},
            .meetings = meetings(),
            .used = used,
            .load = load,
            .check = check,
            .needs = needs,
            .summary = summary,
            .not_on_device = notOnDevice,
            .inputs = inputs,
            .sources = sources,
            .build = buildInstance,
            .point_radius = pointRadius,
            .colours = colours(),
            .colours_of = coloursOf,
            .draw = draw,
            .plots = plots()};
}

}  // namespace talus::water
