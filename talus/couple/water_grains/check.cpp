#include "talus/couple/water_grains/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/amount.h"
#include "talus/couple/granular/estimate.h"
#include "talus/couple/water_grains/setup.h"
#include "talus/grains/check/work.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/water/needs.h"
#include "talus/water/params.h"
#include "talus/water/setup.h"

namespace talus::couple::water_grains {
namespace {

bool hasBoth(const method::Scene& scene) {
    return water::in(scene).water.has_value() && granular::hasGrains(scene);
}

Drag dragIn(const method::Scene& scene) { return in(scene).settings.value_or(Settings{}).drag; }

double heaviest(const method::Scene& scene) {
    double density = 0;
    for (const environment::Material& material : scene.environment.materials)
        if (grains::radiusRange(scene, material.name).largest > 0)
            density = std::max(density, material.density);
    return density;
}

}  // namespace

bool used(const method::Scene& scene) { return hasBoth(scene) && dragIn(scene) != Drag::None; }

void check(const method::Checking& checking) {
    const method::Scene& scene = checking.scene;
    if (!hasBoth(scene)) {
        if (!in(scene).settings) return;
        const bool water = water::in(scene).water.has_value();
        checking.error("water_grains", 0, "drag",
                       water ? "the scene has no grains that water could drag along"
                             : "the scene has no water that could drag grains along",
                       water ? "add grains by [[emitter]], [[fill]], [[import]] or [[grain]], or leave "
                               "[water_grains] out"
                             : "add [water] and a [[water_block]] or an [[inflow]], or leave "
                               "[water_grains] out");
        return;
    }
    if (dragIn(scene) == Drag::None) {
        checking.warn("water_grains", 0, "drag", "grains and water do not act on each other",
                      "set drag = \"di-felice\" for grains that water carries");
        return;
    }
    const std::string or_none = ", or let them not feel each other by drag = \"none\" in [water_grains]";
    if (water::in(scene).water->solver == water::Solver::Mueller)
        checking.error("water", 0, "solver", "grains cannot be in water of the solver 'mueller'",
                       "take solver = \"dfsph\"" + or_none);
    if (grains::hasClumps(scene))
        checking.error("grain_shape", 0, "name", "grains of several spheres cannot be in water yet",
                       "use balls" + or_none);
    if (grains::in(scene).params.rest)
        checking.error("grains", 0, "rest", "grains that sleep do not feel water",
                       "take rest = false" + or_none);
    if (hybridIn(scene))
        checking.error("hybrid", 0, "depth", "grains in water cannot become ground",
                       "leave [hybrid] out" + or_none);
}

void finish(method::Scene& scene, const method::Checking& checking) {
    if (!used(scene)) return;
    const water::Water& water = *water::in(scene).water;
    const double diameter = 2 * grains::radiusRange(scene).largest;
    if (diameter <= water.spacing) return;
    checking.warn("water", 0, "spacing",
                  fmt::format("grains of {} in water with a spacing of {}: the water does not "
                              "flow around single grains, and takes them for smaller than its particles",
                              lengthText(diameter), lengthText(water.spacing)),
                  fmt::format("make spacing {} or more (twice their diameter is well tried), or the "
                              "grains smaller; single large things are bodies ([[body]])",
                              lengthText(diameter)));
}

method::Needs needs(const method::Scene& scene) {
    // Nine columns per grain, four per particle of water; a checkpoint holds those of the grains only. Other
    // methods count the grains and the particles.
    const granular::Expected expected = granular::expect(scene);
    const water::Course course = water::courseOf(scene);
    // Measured times of one thread (bench/results/water-2026-11.md, "What check foretells"): per grain and
    // per particle in a step of the water, and per grain in a step of the grains.
    constexpr double seconds_a_grain = 9.5e-6, seconds_a_particle = 0.15e-6, seconds_a_grain_step = 0.05e-6;
    return {.what = "grains in water",
            .memory_bytes = 168 * expected.grains,
            .checkpoint_bytes = 168 * expected.grains,
            .work = seconds_a_grain * grains::grainSteps(scene, course.steps) +
                    seconds_a_particle * course.steps * course.particles +
                    seconds_a_grain_step * grains::grainSteps(scene, scene.time.end() / expected.dt)};
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const double spacing = water::setupOf(scene).water.spacing, density = heaviest(scene);
    const grains::RadiusRange radii = grains::radiusRange(scene);
    const double gravity = length(s.gravity), diameter = 2 * radii.largest;
    std::vector<method::Line> lines{
        {"grains in water",
         fmt::format("{:.3g} to {:.3g} spacings across, drag of {}", 2 * radii.smallest / spacing,
                     diameter / spacing,
                     s.drag == Drag::DiFelice ? "Di Felice (1994)" : "Wen and Yu (1966)")}};
    if (gravity > 0)
        lines.push_back({"", fmt::format("the largest {} at {:.3g} m/s alone in water at rest",
                                         density >= s.liquid.density ? "settles" : "rises",
                                         settlingSpeed(s.drag, diameter, density, s.liquid, gravity))});
    return lines;
}

}  // namespace talus::couple::water_grains
