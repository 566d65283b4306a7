#include "talus/couple/erosion/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/amount.h"
#include "talus/couple/erosion/read_mask.h"
#include "talus/couple/erosion/setup.h"
#include "talus/couple/hybrid/hybrid.h"
#include "talus/environment/sediment/entrainment.h"
#include "talus/grains/scene.h"
#include "talus/ground/scene.h"
#include "talus/particles/scene.h"
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

/// Puts the numbers of a preset in their places; one that the scene says otherwise is an error.
class Applied {
  public:
    Applied(Settings& settings, const char* preset, const method::Checking& checking)
        : settings_(settings), preset_(preset), checking_(checking) {}

    template <class T, class V>
    void set(T Settings::*member, const char* key, const V& value) {
        const Settings usual;
        if (settings_.*member != usual.*member && settings_.*member != T(value))
            checking_.error("erosion", 0, key,
                            fmt::format("the preset '{}' says something else for this", preset_),
                            "leave this key out, or take preset = \"none\" and write all numbers");
        settings_.*member = value;
    }

  private:
    Settings& settings_;
    const char* preset_;
    const method::Checking& checking_;
};

/// What both have: a liquid that gets thinner as it is sheared, spheres so small that Stokes' law holds, a
/// bed without pores, and water that does not feel the weight of its sediment.
void applyLaws(Applied& applied) {
    applied.set(&Settings::shear, "shear", Shear::Power);
    applied.set(&Settings::exponent, "exponent", 0.5);
    applied.set(&Settings::slope_correction, "slope_correction", false);
    applied.set(&Settings::settling, "settling", environment::SettlingLaw::Stokes);
    applied.set(&Settings::hindrance, "hindrance", environment::Hindrance::Law::Kristof);
    applied.set(&Settings::hindrance_exponent, "hindrance_exponent", 4.5);
    applied.set(&Settings::porosity, "porosity", 0.0);
    applied.set(&Settings::weighs, "weighs", false);
}

/// The thesis of 2022, table 4.2, for the solver mueller with preset = "thesis". It prints no K, n and l: n
/// is that of Kristof and others, l the support of its kernel, K one unit. Its coefficient of diffusion, 0.1,
/// has no unit and stands in an equation of other dimensions; it is left out.
void applyThesis(Applied& applied) {
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
    const auto lost = [&](const char* section, std::size_t count) {
        if (count > 0)
            checking.error(section, 0, "name", fmt::format("there is a [[{}]], but no [erosion]", section),
                           "add [erosion], or leave it out");
    };
    lost("layer", part.layers.size());
    lost("plants", part.plants.size());
    if (!part.loads.empty())
        checking.error("sediment", 0, "source", "there is [[sediment]], but no [erosion]",
                       "add [erosion], or leave it out");
}

void checkLoads(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    for (std::size_t k = 0; k < part.loads.size(); ++k)
        if (part.loads[k].concentration > part.settings->max_concentration)
            checking.error("sediment", k, "concentration",
                           fmt::format("the water of '{}' would hold more sediment, {:g}, than water can "
                                       "(max_concentration = {:g})",
                                       part.loads[k].source, part.loads[k].concentration,
                                       part.settings->max_concentration),
                           "make it smaller, or max_concentration in [erosion] larger");
}

/// Plants that hold nothing.
void checkPlaced(const std::vector<Plants>& all, const geometry::ColumnGrid& grid,
                 const method::Checking& checking) {
    for (std::size_t k = 0; k < all.size(); ++k) {
        const geometry::ColumnRange on = geometry::columnsWithin(
            grid, {{all[k].min[0], all[k].min[1], 0}, {all[k].max[0], all[k].max[1], 0}});
        if (on.empty())
            checking.warn(
                "plants", k, "min",
                fmt::format("no column of the ground is in the rectangle of the plants '{}'", all[k].name),
                fmt::format("the ground is from ({:g}, {:g}) to ({:g}, {:g}), in columns {:g} m "
                            "apart",
                            grid.x(0), grid.y(0), grid.x(grid.columns - 1), grid.y(grid.rows - 1),
                            grid.spacing));
    }
}

void checkLayers(const method::Checking& checking) {
    const std::vector<Layer>& layers = in(checking.scene).layers;
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const bool last = k + 1 == layers.size(), ends = layers[k].thickness || layers[k].bottom;
        if (layers[k].thickness && layers[k].bottom)
            checking.error("layer", k, "bottom", "a layer has a thickness or a level bottom, not both",
                           "leave one of them out");
        else if (!last && !ends)
            checking.error(
                "layer", k, "name",
                fmt::format("the layer '{}' has no end, but there is one below it", layers[k].name),
                "give it a thickness or a bottom, or make it the last");
        else if (last && ends)
            checking.error("layer", k, layers[k].thickness ? "thickness" : "bottom",
                           "the last layer goes down to any depth",
                           "leave this out, or add a [[layer]] for what is below");
    }
}

/// What [erosion] has for columns alone.
void checkOnVolume(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    for (std::size_t k = 0; k < part.layers.size(); ++k) {
        if (part.layers[k].thickness)
            checking.error("layer", k, "thickness", "in a volume layers are level",
                           "say bottom, the height of its lower side");
        if (part.layers[k].porosity && *part.layers[k].porosity != part.settings->porosity)
            checking.error("layer", k, "porosity",
                           "the ground of a volume has one porosity, so that what falls takes as much room",
                           "say it in [erosion] alone");
    }
    if (!part.plants.empty())
        checking.error("plants", 0, "name", "plants grow on [ground] alone", "leave them out");
    if (part.settings->bed_load)
        checking.error("erosion", 0, "bed_load", "grains roll on [ground] alone", "leave bed_load out");
}

/// A volume is ground for water alone.
void checkBesideVolume(const method::Checking& checking) {
    const method::Scene& scene = checking.scene;
    if (ground::in(scene).ground)
        checking.error("ground", 0, "shape", "the scene has a volume, which is its ground",
                       "leave out [ground] or [volume]; heights in [volume] takes the raster of a [ground]");
    if (!particles::in(scene).systems.empty())
        checking.error("particles", 0, "name", "particles do not meet a volume: they would fall through it",
                       "leave them out, or take [ground]");
    const grains::Part& grains = grains::in(scene);
    if (!grains.emitters.empty() || !grains.fills.empty() || !grains.imports.empty() ||
        !grains.placed.empty())
        checking.error("volume", 0, "material", "grains do not meet a volume: they would fall through it",
                       "leave the grains out, or take [ground]");
}

/// An acceleration that the scene's own inflows make too large for the steps of the water.
void checkAcceleration(const method::Scene& scene, const Setup& setup, const method::Checking& checking) {
    if (!(setup.settings.bed_acceleration > 1) || setup.settings.shear != Shear::WallLaw) return;
    const water::Setup water = water::setupOf(scene);
    double speed = 0;
    for (const water::Inflow& inflow : water.inflows) speed = std::max(speed, largestRate(inflow));
    if (!(speed > 0)) return;
    // The height at which the flow is seen, as above; the layer that lies open at the start.
    const double height = 0.56 * setup.spacing, friction = setup.wall_law.frictionCoefficient(height);
    const double shear = setup.liquid.density * friction * speed * speed;
    const BedLayer& open = setup.layers[1];
    if (!(shear > open.critical)) return;
    double rate = 0;  // [kg/(m^2 s)]
    if (setup.settings.bed_load && !open.strength) {
        const double weight = environment::submerged(setup.grain, setup.liquid) * setup.liquid.density *
                              setup.liquid.gravity * setup.grain.diameter;
        rate = environment::meyerPeterMueller(shear, setup.grain, setup.liquid, open.critical / weight) *
               setup.grain.density / setup.grid().spacing;
    } else {
        const double strength = open.strength ? *open.strength
                                              : environment::strengthOfSand(
                                                    setup.grain, setup.liquid, std::max(0.0, setup.velocity),
                                                    friction, height, 1 - open.critical / shear);
        rate = environment::entrainment(strength, shear, open.critical);
    }
    const double change = rate * setup.settings.bed_acceleration * water::longestStep(water, speed).step /
                          (setup.grain.density * (1 - open.porosity));
    if (change > setup.max_change)
        checking.warn("erosion", 0, "bed_acceleration",
                      fmt::format("in a flow of {:.3g} m/s, as the inflow brings, the bed would change by "
                                  "{} in a step, and it may by {}: the rest stays",
                                  speed, lengthText(change), lengthText(setup.max_change)),
                      fmt::format("make it {:.2g} at most, or max_change larger",
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
    Applied applied(*settings, thesis ? "thesis-2022" : "kristof-2009", checking);
    if (thesis)
        applyThesis(applied);
    else
        applyLaws(applied);
}

void check(const method::Checking& checking) {
    const method::Scene& scene = checking.scene;
    checkTables(checking);
    if (hasVolume(scene)) checkBesideVolume(checking);
    if (!in(scene).settings) return;
    if (!water::in(scene).water)
        checking.error("erosion", 0, "preset", "the scene has no water that could erode anything",
                       "add [water] and a [[water_block]] or an [[inflow]], or leave [erosion] out");
    if (!ground::in(scene).ground && !hasVolume(scene))
        checking.error("erosion", 0, "preset", "the scene has no ground that water could erode",
                       "add [ground] or [volume], or leave [erosion] out");
    if (hasVolume(scene)) checkOnVolume(checking);
    if (ground::in(scene).soil)
        checking.error("soil", 0, "kind", "ground that water erodes slides by [erosion], not by [soil]",
                       "leave [soil] out; repose in [erosion] and [[layer]] says how steep banks stand");
    if (hybridIn(scene))
        checking.error("hybrid", 0, "depth", "ground that water erodes cannot become grains",
                       "leave [hybrid] out, or [erosion]");
    if (!(length(scene.environment.gravity) > 0))
        checking.error("world", 0, "gravity", "sediment has nowhere to sink to without gravity",
                       "leave gravity out, or [erosion]");
    if (in(scene).settings->bed_load && !scene.environment.periodic.empty())
        checking.error("erosion", 0, "bed_load", "grains do not roll from one side of a domain to the other",
                       "leave periodic out of [world], or bed_load");
    if (!in(scene).settings->spiral_flow && !in(scene).settings->bed_load)
        checking.error("erosion", 0, "spiral_flow", "the spiral of bends turns bed load, and there is none",
                       "add bed_load = true, or leave this out");
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
                       "grains that are no heavier than the water do not roll on the bed",
                       "make grain_density larger (quartz has 2650), or leave bed_load out");
    if (setup.velocity <= 0)
        checking.warn("erosion", 0, setup.settings.preset == Preset::Thesis2022 ? "preset" : "grain_density",
                      "the sediment is lighter than the water: it rises, and never settles",
                      setup.settings.preset == Preset::Thesis2022
                          ? "so does that of the thesis (3 kg/m^3); for sand take preset = \"none\""
                          : "quartz has grain_density = 2650");
    if (setup.volume && setup.volume->grid.cell > 2 * setup.spacing)
        checking.warn("volume", 0, "cell",
                      fmt::format("cells of the volume are {:.3g} spacings of the water: the ground is "
                                  "coarser than the flow that shapes it",
                                  setup.volume->grid.cell / setup.spacing),
                      "make them half a spacing to one");
    if (setup.ground && setup.grid().spacing > 4 * setup.spacing)
        checking.warn("ground", 0, "spacing",
                      fmt::format("columns of the ground are {:.3g} spacings of the water apart: the bed is "
                                  "coarser than the flow that shapes it",
                                  setup.grid().spacing / setup.spacing),
                      "make them one or two spacings");
}

method::Needs needs(const method::Scene& scene) {
    const Setup setup = setupOf(scene);
    const water::Course course = water::courseOf(scene);
    // Times of one thread, measured (bench/results/water-2026-11.md, "What check foretells").
    if (setup.volume) {
        constexpr double seconds_a_triangle = 0.75e-6, seconds_a_particle = 0.3e-6;
        const double triangles = volume::trianglesOf(*volume::in(scene).volume->start);
        return {.work =
                    course.steps * (seconds_a_triangle * triangles + seconds_a_particle * course.particles)};
    }
    constexpr double seconds_a_column = 0.3e-6, seconds_a_particle = 0.15e-6;
    const auto columns = static_cast<double>(setup.grid().size());
    // Of a column cut and deposit, and six numbers that frames show; two maps of what is wet, and the shares
    // of what slides. Of a particle of water what it carries. Bed load has the mean stream, its way and what
    // goes through the sides.
    const double rolls = setup.settings.bed_load ? 1 : 0;
    const double state = 16 + 4 + 1 + 4 + 4 + 12 + 4 + 12 * rolls,
                 frame = 8 + 4 + 1 + 4 + 4 + 12 + 4 + 12 * rolls, work = 8 + 8 + 1 + 56 * rolls;
    return {.memory_bytes = (state + work) * columns,
            .frame_bytes = frame * columns,
            .checkpoint_bytes = state * columns,
            .work = course.steps * (seconds_a_column * columns + seconds_a_particle * course.particles)};
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup setup = setupOf(scene);
    const BedLayer& sediment = setup.layers[0];
    const auto moves = [&](const BedLayer& layer) {
        // The wall law at half a spacing, the height at which the flow is seen.
        const double height = 0.56 * setup.spacing;
        return std::sqrt(layer.critical /
                         (setup.liquid.density * setup.wall_law.frictionCoefficient(height)));
    };
    std::string text = fmt::format("grains of {} sink at {:.3g} m/s and move from {:.3g} Pa on",
                                   lengthText(setup.grain.diameter), setup.velocity, sediment.critical);
    if (setup.settings.shear == Shear::WallLaw)
        text += fmt::format(", in a flow of {:.2g} m/s at the first particles", moves(sediment));
    if (setup.settings.bed_load) text += "; they roll along the bed";
    std::vector<method::Line> lines{{"erosion", text}};
    const std::vector<Layer>& layers = in(scene).layers;
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const BedLayer& layer = setup.layers[k + 1];
        lines.push_back({k == 0 ? "layers" : "",
                         layer.strength == 0.0
                             ? fmt::format("{} stays, for its strength is 0 (beyond {:.3g} Pa)",
                                           layers[k].name, layer.critical)
                             : fmt::format("{} moves from {:.3g} Pa on", layers[k].name, layer.critical)});
    }
    if (setup.settings.bed_acceleration > 1)
        lines.push_back(
            {"bed", fmt::format("changes {:g} times as fast as the water moves sediment, by {} in "
                                "a step at most",
                                setup.settings.bed_acceleration, lengthText(setup.max_change))});
    return lines;
}

}  // namespace talus::couple::erosion
