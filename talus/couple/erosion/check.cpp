#include "talus/couple/erosion/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/amount.h"
#include "talus/couple/erosion/read_mask.h"
#include "talus/couple/erosion/setup.h"
#include "talus/couple/hybrid/hybrid.h"
#include "talus/environment/sediment/entrainment.h"
#include "talus/ground/scene.h"
#include "talus/volume/check.h"
#include "talus/volume/params.h"
#include "talus/water/needs.h"
#include "talus/water/pipeline.h"

namespace talus::couple::erosion {
namespace {

bool hasVolume(const method::Scene& scene) { return volume::in(scene).volume.has_value(); }

bool hasBoth(const method::Scene& scene) {
    return water::in(scene).water && (ground::in(scene).ground || hasVolume(scene));
}

/// Writes the values of a preset into the settings. A key that the scene sets to another value is an error.
class PresetWriter {
  public:
    PresetWriter(Settings& settings, const char* preset, const method::Checking& checking)
        : settings_(settings), preset_(preset), checking_(checking) {}

    template <class T, class V>
    void set(T Settings::*member, const char* key, const V& value) {
        const Settings defaults;
        if (settings_.*member != defaults.*member && settings_.*member != T(value))
            checking_.error("erosion", 0, key,
                            fmt::format("the preset '{}' has another value for this key", preset_),
                            "leave this key out, or set preset = \"none\" and give all values");
        settings_.*member = value;
    }

  private:
    Settings& settings_;
    const char* preset_;
    const method::Checking& checking_;
};

/// The laws that both presets share: a shear-thinning liquid, spheres so small that Stokes' law holds, a bed
/// without pores, and sediment without weight in the water.
void applyLaws(PresetWriter& applied) {
    applied.set(&Settings::shear, "shear", Shear::Power);
    applied.set(&Settings::exponent, "exponent", 0.5);
    applied.set(&Settings::slope_correction, "slope_correction", false);
    applied.set(&Settings::settling, "settling", environment::SettlingLaw::Stokes);
    applied.set(&Settings::hindrance, "hindrance", environment::Hindrance::Law::Kristof);
    applied.set(&Settings::hindrance_exponent, "hindrance_exponent", 4.5);
    applied.set(&Settings::porosity, "porosity", 0.0);
    applied.set(&Settings::weighs, "weighs", false);
}

/// The thesis of 2022, table 4.2, for the solver mueller with preset = "thesis". It does not state K, n and
/// l: n is that of Kristof and others, l the support of its kernel, and K is 1. Its diffusion coefficient,
/// 0.1, has no unit, and the dimensions of its equation do not match; it is left out.
void applyThesis(PresetWriter& applied) {
    applyLaws(applied);
    applied.set(&Settings::consistency, "consistency", 1.0);
    applied.set(&Settings::shear_distance, "shear_distance", 0.0457);
    applied.set(&Settings::boundary_spacing, "boundary_spacing", 0.02285);
    applied.set(&Settings::strength, "strength", 0.1);
    applied.set(&Settings::critical_shear, "critical_shear", 3.0);
    applied.set(&Settings::grain_density, "grain_density", 3.0);
    applied.set(&Settings::grain_diameter, "grain_diameter", 2e-5);
    applied.set(&Settings::viscosity, "viscosity", 3.5);
    applied.set(&Settings::max_concentration, "max_concentration", 0.7);
}

void checkTables(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    if (part.settings) return;
    const auto needErosion = [&](const char* section, std::size_t count) {
        if (count > 0)
            checking.error(section, 0, "name", fmt::format("there is a [[{}]], but no [erosion]", section),
                           fmt::format("add [erosion], or leave [[{}]] out", section));
    };
    needErosion("layer", part.layers.size());
    needErosion("plants", part.plants.size());
    if (!part.loads.empty())
        checking.error("sediment", 0, "source", "there is [[sediment]], but no [erosion]",
                       "add [erosion], or leave [[sediment]] out");
}

void checkLoads(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    for (std::size_t k = 0; k < part.loads.size(); ++k)
        if (part.loads[k].concentration > part.settings->max_concentration)
            checking.error("sediment", k, "concentration",
                           fmt::format("the concentration of '{}', {:g}, is above max_concentration = {:g}",
                                       part.loads[k].source, part.loads[k].concentration,
                                       part.settings->max_concentration),
                           "make it smaller, or max_concentration in [erosion] larger");
}

/// Warns of plants that are beside the ground.
void checkPlaced(const std::vector<Plants>& all, const geometry::ColumnGrid& grid,
                 const method::Checking& checking) {
    for (std::size_t k = 0; k < all.size(); ++k) {
        const geometry::ColumnRange on = geometry::columnsWithin(
            grid, {{all[k].min[0], all[k].min[1], 0}, {all[k].max[0], all[k].max[1], 0}});
        if (on.empty())
            checking.warn(
                "plants", k, "min",
                fmt::format("no column of the ground is in the rectangle of the plants '{}'", all[k].name),
                fmt::format("move min and max: the ground reaches from ({:g}, {:g}) to ({:g}, {:g}), with "
                            "columns {:g} m apart",
                            grid.x(0), grid.y(0), grid.x(grid.columns - 1), grid.y(grid.rows - 1),
                            grid.spacing));
    }
}

void checkLayers(const method::Checking& checking) {
    const std::vector<Layer>& layers = in(checking.scene).layers;
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const bool last = k + 1 == layers.size(), ends = layers[k].thickness || layers[k].bottom;
        if (layers[k].thickness && layers[k].bottom)
            checking.error("layer", k, "bottom", "a layer has either a thickness or a level bottom, not both",
                           "leave one of them out");
        else if (!last && !ends)
            checking.error(
                "layer", k, "name",
                fmt::format(
                    "the layer '{}' has neither a thickness nor a bottom, but another layer is below it",
                    layers[k].name),
                "give it a thickness or a bottom, or make it the last [[layer]]");
        else if (last && ends)
            checking.error("layer", k, layers[k].thickness ? "thickness" : "bottom",
                           "the last layer goes down to any depth",
                           "leave this key out, or add a [[layer]] for the ground below");
    }
}

/// Reports keys that are only for ground as columns.
void checkKeysOnVolume(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    for (std::size_t k = 0; k < part.layers.size(); ++k) {
        if (part.layers[k].thickness)
            checking.error("layer", k, "thickness", "the layers of a volume are level",
                           "set bottom instead, the height of its lower side");
        if (part.layers[k].porosity && *part.layers[k].porosity != part.settings->porosity)
            checking.error(
                "layer", k, "porosity",
                "the ground of a volume has one porosity, so that ground that falls keeps its volume",
                "set it in [erosion] only");
    }
    if (!part.plants.empty())
        checking.error("plants", 0, "name", "plants grow on [ground] only, not on [volume]",
                       "leave [[plants]] out, or use [ground]");
    if (part.settings->bed_load)
        checking.error("erosion", 0, "bed_load", "bed load needs [ground]; it does not work on [volume]",
                       "leave bed_load out, or use [ground]");
}

/// Warns of a bed_acceleration so large that, in the flow of the scene's inflows, the bed would change by
/// more than max_change in a step.
void checkAcceleration(const method::Scene& scene, const Setup& setup, const method::Checking& checking) {
    if (!(setup.settings.bed_acceleration > 1) || setup.settings.shear != Shear::WallLaw) return;
    const water::Setup water = water::setupOf(scene);
    double speed = 0;
    for (const water::Inflow& inflow : water.inflows) speed = std::max(speed, largestRate(inflow));
    if (!(speed > 0)) return;
    // The height of the sampled flow, about half a spacing; the layer that is exposed at the start.
    const double height = 0.56 * setup.spacing, friction = setup.wall_law.frictionCoefficient(height);
    const double shear = setup.liquid.density * friction * speed * speed;
    const BedLayer& exposed = setup.layers[1];
    if (!(shear > exposed.critical)) return;
    double rate = 0;  // [kg/(m^2 s)]
    if (setup.settings.bed_load && !exposed.strength) {
        const double weight = environment::submerged(setup.grain, setup.liquid) * setup.liquid.density *
                              setup.liquid.gravity * setup.grain.diameter;
        rate = environment::meyerPeterMueller(shear, setup.grain, setup.liquid, exposed.critical / weight) *
               setup.grain.density / setup.grid().spacing;
    } else {
        const double strength =
            exposed.strength
                ? *exposed.strength
                : environment::strengthOfSand(setup.grain, setup.liquid, std::max(0.0, setup.velocity),
                                              friction, height, 1 - exposed.critical / shear);
        rate = environment::entrainment(strength, shear, exposed.critical);
    }
    const double change = rate * setup.settings.bed_acceleration * water::longestStep(water, speed).step /
                          (setup.grain.density * (1 - exposed.porosity));
    if (change > setup.max_change)
        checking.warn(
            "erosion", 0, "bed_acceleration",
            fmt::format("in a flow of {:.3g} m/s, as from the inflow, the bed would change by {} in a "
                        "step; it may change by {} at most (max_change), and erosion beyond that "
                        "does not happen",
                        speed, lengthText(change), lengthText(setup.max_change)),
            fmt::format("make bed_acceleration {:.2g} or less, or max_change larger",
                        setup.settings.bed_acceleration * setup.max_change / change));
}

}  // namespace

bool used(const method::Scene& scene) { return in(scene).settings && hasBoth(scene); }

void load(method::Scene& scene, const method::Checking& checking) {
    std::vector<Plants>& plants = in(scene).plants;
    for (std::size_t k = 0; k < plants.size(); ++k)
        if (!plants[k].mask.empty()) readMask(plants[k], k, checking);
    std::optional<Settings>& settings = in(scene).settings;
    if (!settings || settings->preset == Preset::None) return;
    const bool thesis = settings->preset == Preset::Thesis2022;
    PresetWriter applied(*settings, thesis ? "thesis-2022" : "kristof-2009", checking);
    if (thesis)
        applyThesis(applied);
    else
        applyLaws(applied);
}

void check(const method::Checking& checking) {
    const method::Scene& scene = checking.scene;
    checkTables(checking);
    if (!in(scene).settings) return;
    if (!water::in(scene).water)
        checking.error("erosion", 0, "preset", "the scene has no water that could erode anything",
                       "add [water] and a [[water_block]] or an [[inflow]], or leave [erosion] out");
    if (!ground::in(scene).ground && !hasVolume(scene))
        checking.error("erosion", 0, "preset", "the scene has no ground that water could erode",
                       "add [ground] or [volume], or leave [erosion] out");
    if (hasVolume(scene)) checkKeysOnVolume(checking);
    if (ground::in(scene).soil)
        checking.error(
            "soil", 0, "kind", "ground that water erodes slides by [erosion], not by [soil]",
            "leave [soil] out; repose in [erosion] and [[layer]] is the angle at which banks stand");
    if (hybridIn(scene))
        checking.error("hybrid", 0, "depth", "ground that water erodes cannot become grains",
                       "leave out either [hybrid] or [erosion]");
    if (!(length(scene.environment.gravity) > 0))
        checking.error("world", 0, "gravity", "sediment does not settle without gravity",
                       "leave out either gravity = [0, 0, 0] or [erosion]");
    if (in(scene).settings->bed_load && !scene.environment.periodic.empty())
        checking.error("erosion", 0, "bed_load", "bed load does not work in a periodic domain",
                       "leave out either periodic in [world] or bed_load");
    if (!in(scene).settings->spiral_flow && !in(scene).settings->bed_load)
        checking.error("erosion", 0, "spiral_flow", "spiral_flow needs bed load, and bed_load is false",
                       "add bed_load = true, or leave spiral_flow out");
    checkLayers(checking);
    checkLoads(checking);
    for (std::size_t k = 0; k < in(scene).plants.size(); ++k) {
        const Plants& plants = in(scene).plants[k];
        if (!(plants.min[0] < plants.max[0] && plants.min[1] < plants.max[1]))
            checking.error("plants", k, "max", "the rectangle has no area",
                           "make max larger than min in x and y");
    }
}

void finish(method::Scene& scene, const method::Checking& checking) {
    if (!used(scene)) return;
    const Setup setup = setupOf(scene);
    checkAcceleration(scene, setup, checking);
    if (setup.ground) checkPlaced(in(scene).plants, setup.grid(), checking);
    if (setup.settings.bed_load && !(environment::submerged(setup.grain, setup.liquid) > 0))
        checking.error("erosion", 0, "bed_load",
                       "grains that are not denser than the water do not roll on the bed",
                       "make grain_density larger (quartz has 2650), or leave bed_load out");
    if (setup.velocity <= 0)
        checking.warn("erosion", 0, setup.settings.preset == Preset::Thesis2022 ? "preset" : "grain_density",
                      "the sediment is lighter than the water: it rises, and never settles",
                      setup.settings.preset == Preset::Thesis2022
                          ? "the thesis has such a sediment (3 kg/m^3); for sand set preset = \"none\""
                          : "quartz has grain_density = 2650");
    if (setup.volume && setup.volume->grid.cell > 2 * setup.spacing)
        checking.warn("volume", 0, "cell",
                      fmt::format("the cells of the volume are {:.3g} times the spacing of the water: the "
                                  "ground is coarser than the flow that shapes it",
                                  setup.volume->grid.cell / setup.spacing),
                      "make cell half a spacing to one spacing");
    if (setup.ground && setup.grid().spacing > 4 * setup.spacing)
        checking.warn("ground", 0, "spacing",
                      fmt::format("the spacing of the ground is {:.3g} times that of the water: the bed is "
                                  "coarser than the flow that shapes it",
                                  setup.grid().spacing / setup.spacing),
                      "make it one or two times that of the water");
}

method::Needs needs(const method::Scene& scene) {
    const Setup setup = setupOf(scene);
    const water::Course course = water::courseOf(scene);
    // Measured times of one thread (bench/results/water-2026-11.md, "What check foretells").
    if (setup.volume) {
        constexpr double seconds_per_triangle = 0.75e-6, seconds_per_particle = 0.3e-6;
        const double triangles = volume::trianglesOf(*volume::in(scene).volume->start);
        return {.work = course.steps *
                        (seconds_per_triangle * triangles + seconds_per_particle * course.particles)};
    }
    constexpr double seconds_per_column = 0.3e-6, seconds_per_particle = 0.15e-6;
    const auto columns = static_cast<double>(setup.grid().size());
    // Bytes per column. State: cut, deposit and six fields that frames show. Work: two maps of wet columns,
    // and the shares of slides. Bed load adds the mean flow, its direction and the outflow through four
    // sides.
    const double rolls = setup.settings.bed_load ? 1 : 0;
    const double state = 16 + 4 + 1 + 4 + 4 + 12 + 4 + 12 * rolls,
                 frame = 8 + 4 + 1 + 4 + 4 + 12 + 4 + 12 * rolls, work = 8 + 8 + 1 + 56 * rolls;
    return {.memory_bytes = (state + work) * columns,
            .frame_bytes = frame * columns,
            .checkpoint_bytes = state * columns,
            .work = course.steps * (seconds_per_column * columns + seconds_per_particle * course.particles)};
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup setup = setupOf(scene);
    const BedLayer& sediment = setup.layers[0];
    const auto speedOfMotion = [&](const BedLayer& layer) {
        // The wall law at about half a spacing, the height of the sampled flow.
        const double height = 0.56 * setup.spacing;
        return std::sqrt(layer.critical /
                         (setup.liquid.density * setup.wall_law.frictionCoefficient(height)));
    };
    std::string text = fmt::format("grains of {} settle at {:.3g} m/s and move above {:.3g} Pa",
                                   lengthText(setup.grain.diameter), setup.velocity, sediment.critical);
    if (setup.settings.shear == Shear::WallLaw)
        text += fmt::format(", a flow of {:.2g} m/s at the lowest particles", speedOfMotion(sediment));
    if (setup.settings.bed_load) text += "; they roll along the bed";
    std::vector<method::Line> lines{{"erosion", text}};
    const std::vector<Layer>& layers = in(scene).layers;
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const BedLayer& layer = setup.layers[k + 1];
        lines.push_back({k == 0 ? "layers" : "",
                         layer.strength == 0.0
                             ? fmt::format("{} is never eroded: its strength is 0", layers[k].name)
                             : fmt::format("{} is eroded above {:.3g} Pa", layers[k].name, layer.critical)});
    }
    if (setup.settings.bed_acceleration > 1)
        lines.push_back(
            {"bed",
             fmt::format("changes {:g} times as fast as the water erodes and deposits, by {} at most in "
                         "a step",
                         setup.settings.bed_acceleration, lengthText(setup.max_change))});
    return lines;
}

}  // namespace talus::couple::erosion
