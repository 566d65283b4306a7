#include "talus/water/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/check_world.h"
#include "talus/method/source.h"
#include "talus/water/check_blocks.h"
#include "talus/water/setup.h"
#include "talus/water/sources/check_sources.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/lake.h"
#include "talus/water/sources/streams.h"

namespace talus::water {
namespace {

void checkInflow(const method::Checking& checking, const Inflow& inflow, const Water& w, std::size_t index) {
    if (!method::report(checking, "inflow", index, regionFlaws(inflow))) return;
    const bool fits = method::report(checking, "inflow", index, scheduleFlaws(inflow, "speeds"));
    const bool round = inflow.shape == Inflow::Shape::Disc;
    const double layer = areaOf(inflow) / (w.spacing * w.spacing);
    if (!(layer <= static_cast<double>(w.limit)))
        return checking.error(
            "inflow", index, round ? "radius" : "width",
            fmt::format("some {:.3g} particles in each layer, more than the limit of {}", layer, w.limit),
            "make it smaller, or spacing in [water] larger");
    constexpr double fastest_tried = 50;  // [m/s]
    if (fits && largestRate(inflow) > fastest_tried)
        checking.warn("inflow", index, inflow.times.empty() ? "speed" : "speeds",
                      "water this fast has not been tested: the run may stop where it hits something",
                      "reduce the speed, or let the water flow freely without hitting anything");
    if (round ? inflow.radius < 0.5 * w.spacing : std::min(inflow.width, inflow.height) < w.spacing)
        checking.error("inflow", index,
                       round                      ? "radius"
                       : inflow.width < w.spacing ? "width"
                                                  : "height",
                       "no particle fits into it", "make it larger, or spacing in [water] smaller");
}

void checkRain(const method::Checking& checking, const Rain& rain, std::size_t index) {
    if (method::report(checking, "rain", index, scheduleFlaws(rain, "rates")) && !(largestRate(rain) > 0))
        checking.error("rain", index, "rate", "the rate of the rain is 0",
                       "set a rate, such as \"50 mm/h\", or remove this [[rain]]");
    if (!(rain.min[0] < rain.max[0] && rain.min[1] < rain.max[1]))
        checking.error("rain", index, "max", "the rectangle has no area",
                       "make max larger than min in x and y");
}

/// Reports settings that depend on the expected maximum speed if it is unknown. It follows from falling,
/// blocks and inflows, but not from moving walls and surface tension.
void checkSpeedIsKnown(const method::Checking& checking, const Setup& setup) {
    const Water& w = setup.water;
    if (setup.fastest > 0) return;
    const bool sound = w.solver == Solver::Wcsph && !w.sound_speed,
               damping = w.solver == Solver::Dfsph && w.artificial_viscosity > 0;
    if (!sound && !damping) return;
    checking.error("water", 0, sound ? "solver" : "artificial_viscosity",
                   fmt::format("{} depends on the maximum speed of the water, which is unknown: there is no "
                               "gravity, and no block or inflow has a velocity",
                               sound ? "the speed of sound of \"wcsph\"" : "artificial viscosity"),
                   fmt::format("add speed to [water], the expected maximum speed{}",
                               sound ? ", or sound_speed, ten times that" : ""));
}

/// Values of the presets by key.
struct PresetValue {
    const char* key;
    double Water::*member;
    double thesis, lab;
};
// The thesis (2022), table 4.1; the lab (2023), 2.3, where c^2 takes the place of k.
constexpr PresetValue preset_values[] = {{"particle_mass", &Water::particle_mass, 0.02, 1e-4},
                                         {"smoothing", &Water::smoothing, 0.0457, 0.0055},
                                         {"gas_stiffness", &Water::gas_stiffness, 3, 0.5},
                                         {"density", &Water::density, 998.29, 2000},
                                         {"viscosity", &Water::viscosity, 3.5, 0.02},
                                         {"surface_tension", &Water::surface_tension, 0.0728, 0.1},
                                         {"restitution", &Water::restitution, 0, 0}};

void applyPreset(Water& water, const method::Checking& checking) {
    if (water.solver != Solver::Mueller || water.preset == "none") return;
    const Water usual;
    for (const PresetValue& v : preset_values) {
        const double value = water.preset == "thesis" ? v.thesis : v.lab;
        if (water.*v.member != usual.*v.member && water.*v.member != value)
            checking.error("water", 0, v.key,
                           fmt::format("the preset '{}' sets this to {:g}", water.preset, value),
                           "leave this key out, or use preset = \"none\" and set all values");
        water.*v.member = value;
    }
    if (water.preset == "lab" && !water.dt) water.dt = 0.003;
}

/// Sets the speed of inflows with a discharge. It is computed from the particles of a layer, so that exactly
/// the discharge comes in.
void applyDischarge(Part& part, const method::Checking& checking) {
    const Water& w = *part.water;
    const double spacing = w.solver == Solver::Mueller ? std::cbrt(w.particle_mass / w.density) : w.spacing;
    for (std::size_t i = 0; i < part.inflows.size(); ++i) {
        Inflow& inflow = part.inflows[i];
        // checkInflow() reports inflows that are too large or too small.
        if (!inflow.discharge || !(areaOf(inflow) < 1e6 * spacing * spacing)) continue;
        if (!inflow.times.empty()) {
            checking.error("inflow", i, "discharge",
                           "an inflow has either a discharge, or `times` and `speeds`",
                           "leave one of them out");
            continue;
        }
        const auto layer = static_cast<double>(layerOf(inflow, spacing).size());
        inflow.rate = *inflow.discharge / (std::max(1.0, layer) * spacing * spacing);
        if (inflow.rate > fastest_inflow)
            checking.error("inflow", i, "discharge",
                           fmt::format("the water would flow in at {:.3g} m/s, above the maximum of {:g} m/s",
                                       inflow.rate, fastest_inflow),
                           "make the inflow larger, or the discharge smaller");
    }
}

}  // namespace

void load(method::Scene& scene, const method::Checking& checking) {
    if (in(scene).water) {
        applyPreset(*in(scene).water, checking);
        applyDischarge(in(scene), checking);
    }
    std::vector<Block>& blocks = in(scene).blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) method::loadRegion(checking, "water_block", i, blocks[i]);
    if (!checking.diagnostics.hasErrors()) {
        findLakes(scene, checking);
        findStreams(scene, checking);
    }
}

void check(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    if (!part.water) {
        if (!part.blocks.empty())
            checking.error("water_block", 0, "name", "there is a block of water, but no [water]",
                           "add [water] with its spacing");
        if (!part.inflows.empty())
            checking.error("inflow", 0, "name", "there is an inflow of water, but no [water]",
                           "add [water] with its spacing");
        if (!part.rains.empty())
            checking.error("rain", 0, "name", "there is rain, but no [water]",
                           "add [water] with its spacing");
        return;
    }
    if (checking.diagnostics.hasErrors()) return;
    const Setup setup = setupOf(checking.scene);
    const Water& w = setup.water;
    if (part.blocks.empty() && part.inflows.empty() && part.rains.empty())
        checking.error("water", 0, "spacing", "the scene has [water], but no block, inflow or rain",
                       "add a [[water_block]], an [[inflow]] or [[rain]]");
    checkSpeedIsKnown(checking, setup);
    if (w.solver == Solver::Wcsph && setup.sound_speed < 3 * setup.reachable)
        checking.warn(
            "water", 0, "sound_speed",
            fmt::format("the speed of sound is {:.3g} m/s, but water gets as fast as {:.3g} m/s: it is "
                        "compressed like a gas",
                        setup.sound_speed, setup.reachable),
            fmt::format("leave sound_speed out, or make it {:.3g} m/s", 10 * setup.reachable));
    // Less than a tenth of the speed by falling is probably a mistake: sound would be slower than the water.
    if (w.speed && *w.speed < 0.1 * setup.reachable)
        checking.warn(
            "water", 0, "speed",
            fmt::format("water of this scene gets as fast as {:.3g} m/s by falling", setup.reachable),
            "leave speed out, or set it to the expected maximum speed");
    checkBlocks(checking);
    for (std::size_t i = 0; i < part.inflows.size(); ++i) checkInflow(checking, part.inflows[i], w, i);
    for (std::size_t i = 0; i < part.rains.size(); ++i) checkRain(checking, part.rains[i], i);
    checkSources(checking, part);
    const environment::Periodic domain = environment::periodicDomain(checking.scene.environment);
    const double min_length = 2 * setup.smoothing.support;
    const auto side = [&](double length, const char* axis) {
        if (length > 0 && length < min_length)
            checking.error(
                "water", 0, "spacing",
                fmt::format("the periodic domain is {:.3g} m along {}, less than twice the kernel's "
                            "support of {:.3g} m: particles would be their own neighbours",
                            length, axis, min_length / 2),
                fmt::format("make the domain at least {:.3g} m long, or spacing smaller", min_length));
    };
    side(domain.length.x, "x");
    side(domain.length.y, "y");
    side(domain.length.z, "z");
}

}  // namespace talus::water
