#include "talus/couple/erosion/setup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/environment/sediment/threshold.h"
#include "talus/ground/scene.h"
#include "talus/volume/make_volume.h"

namespace talus::couple::erosion {
namespace {

/// k_s of a bed of grains of one size: 2.5 d (Soulsby 1997, "Dynamics of marine sands", 3.1).
constexpr double roughness_per_grain = 2.5;
/// Default of max_change, in spacings of the water. Chosen so small compared to a particle that the water can
/// follow the bed.
constexpr double small_change = 0.02;

BedLayer layerOf(const Settings& s, const environment::CarryingLiquid& liquid, const Layer& layer) {
    const environment::SedimentGrain grain{layer.grain_diameter.value_or(s.grain_diameter), s.grain_density};
    const double shields = environment::criticalShear(grain, liquid);
    // A layer with its own grain diameter has the threshold of that grain, not the one set for the sediment.
    const double default_critical = layer.grain_diameter ? shields : s.critical_shear.value_or(shields);
    return {.porosity = layer.porosity.value_or(s.porosity),
            .repose = std::tan(layer.repose.value_or(s.repose)),
            .never_slides = layer.strength == 0.0 && !layer.repose,
            .critical = layer.critical_shear.value_or(default_critical),
            .strength = layer.strength ? layer.strength : s.strength,
            .thickness = layer.thickness,
            .bottom = layer.bottom};
}

std::vector<BedLayer> layersOf(const Part& part, const environment::CarryingLiquid& liquid) {
    // Layer 0 is sediment. Ground without [[layer]] consists of sediment too.
    std::vector<BedLayer> all{layerOf(*part.settings, liquid, {})};
    if (part.layers.empty()) all.push_back(all.front());
    for (const Layer& layer : part.layers) all.push_back(layerOf(*part.settings, liquid, layer));
    return all;
}

double concentrationOf(const Part& part, const std::string& source) {
    for (const Load& load : part.loads)
        if (load.source == source) return load.concentration;
    return 0;
}

/// Density of the plants at a position in their rectangle: the value of the mask there, 0 to 1.
double densityAt(const Plants& plants, double x, double y) {
    if (!plants.cells) return 1;
    const geometry::ColumnGrid& cells = plants.cells->grid;
    const auto cell = [](double position, double low, double high, std::uint32_t count) {
        return std::min(static_cast<std::uint32_t>((position - low) / (high - low) * count), count - 1);
    };
    const std::uint32_t i = cell(x, plants.min[0], plants.max[0], cells.columns),
                        j = cell(y, plants.min[1], plants.max[1], cells.rows);
    return plants.cells->height.view()[cells.at(i, j)] / plants.mask_full;
}

std::vector<float> plantsOn(const geometry::ColumnGrid& grid, const std::vector<Plants>& all) {
    std::vector<float> critical;
    if (!all.empty()) critical.resize(grid.size());
    for (const Plants& plants : all) {
        const geometry::ColumnRange range = geometry::columnsWithin(
            grid, {{plants.min[0], plants.min[1], 0}, {plants.max[0], plants.max[1], 0}});
        for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
            for (std::uint32_t i = range.first_i; i < range.last_i; ++i)
                critical[grid.at(i, j)] +=
                    static_cast<float>(plants.critical_shear * densityAt(plants, grid.x(i), grid.y(j)));
    }
    return critical;
}

/// Columns where a sink removes water at one spacing above the ground as it is at the start.
std::vector<std::uint8_t> outletsOn(const geometry::Heightfield& ground,
                                    const std::vector<environment::Sink>& sinks, double spacing) {
    const geometry::ColumnGrid& grid = ground.grid;
    std::vector<std::uint8_t> outlets(grid.size(), 0);
    const auto height = ground.height.view();
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const Vec3d position{grid.x(i), grid.y(j), height[grid.at(i, j)] + spacing};
            outlets[grid.at(i, j)] = std::ranges::any_of(
                sinks, [&](const environment::Sink& sink) { return environment::takes(sink, position); });
        }
    return outlets;
}

}  // namespace

Layers::Top Layers::top(double start, double cut, double deposit) const {
    if (deposit > 0) return {0, deposit};
    double depth = 0;
    for (std::size_t k = 1; k + 1 < all_.size(); ++k) {
        const BedLayer& layer = all_[k];
        if (layer.thickness) depth += *layer.thickness;
        if (layer.bottom) depth = std::max(depth, start - *layer.bottom);
        if (cut < depth) return {k, depth - cut};
    }
    return {all_.size() - 1, std::numeric_limits<double>::infinity()};
}

double Setup::area(std::uint32_t i, std::uint32_t j) const {
    const geometry::ColumnGrid& g = grid();
    const bool west = i > 0, east = i + 1 < g.columns, south = j > 0, north = j + 1 < g.rows;
    // Cells are split from their south-west to their north-east corner.
    const int triangles =
        2 * (west && south) + 2 * (east && north) + 1 * (east && south) + 1 * (west && north);
    return g.area() * triangles / 6;
}

Setup setupOf(const method::Scene& scene) {
    const Part& part = in(scene);
    const Settings& s = *part.settings;
    const water::Setup water = water::setupOf(scene);
    Setup setup;
    setup.settings = s;
    if (scene.environment.volume)
        setup.volume = scene.environment.volume;
    else
        setup.ground = ground::in(scene).ground->surface;
    const bool mueller = water.water.solver == water::Solver::Mueller;
    // The viscosity of the solver mueller is a numerical one, not the liquid's.
    const double viscosity = !mueller && water.water.viscosity > 0 ? water.water.viscosity : 1e-3;
    setup.liquid = {water.water.density, s.viscosity.value_or(viscosity), length(water.gravity)};
    setup.grain = {s.grain_diameter, s.grain_density};
    setup.layers = Layers(layersOf(part, setup.liquid));
    if (setup.ground) setup.plants = plantsOn(setup.grid(), part.plants);
    for (const water::Inflow& inflow : water.inflows)
        setup.inflow_concentration.push_back(concentrationOf(part, inflow.name));
    for (const water::Block& block : water.blocks)
        setup.block_concentration.push_back(concentrationOf(part, block.name));
    setup.wall_law = {setup.liquid.viscosity, setup.liquid.density,
                      s.roughness.value_or(roughness_per_grain * s.grain_diameter),
                      s.flow_height.value_or(0)};
    setup.power_law = {s.consistency, s.exponent};
    setup.velocity = environment::settlingVelocity(s.settling, setup.grain, setup.liquid);
    const double reynolds = std::abs(setup.velocity) * s.grain_diameter / setup.liquid.kinematic();
    setup.hindrance = {s.hindrance,
                       s.hindrance_exponent.value_or(environment::richardsonZakiExponent(reynolds)),
                       s.max_concentration};
    setup.thickening = {s.thickening, s.max_concentration};
    setup.down = water.gravity / length(water.gravity);
    setup.solids = water.solids;
    setup.smoothing = water.smoothing;
    setup.spacing = water.water.spacing;
    setup.particle_mass = water.mass;
    setup.forces_are_accelerations = water.water.solver == water::Solver::Wcsph;
    setup.stick = mueller ? 0 : water.stick();
    if (!mueller) setup.water_friction = water.wallFriction();
    setup.max_change = s.max_change.value_or(small_change * setup.spacing);
    setup.interval = s.interval.value_or(scene.time.frame_interval / 8);
    if (setup.volume) {
        // Loose ground falls one cell per interval. With this interval a fall of eight cells takes as long as
        // a free fall: 8 sqrt(d / (4 g)) = sqrt(2 (8 d) / g).
        if (!s.interval) setup.interval = std::sqrt(setup.volume->grid.cell / (4 * setup.liquid.gravity));
        setup.cohesion = volume::in(scene).volume->cohesion;
        setup.initial_solid =
            setup.grain.density * (1 - s.porosity) * volume::volumeOf(*volume::in(scene).volume->start);
        return setup;
    }
    if (s.bed_load) setup.outlets = outletsOn(*setup.ground, water.sinks, setup.spacing);
    const double point_spacing = s.boundary_spacing.value_or(setup.spacing);
    // A point represents half a cell over n^2, which is the square of the spacing of the points.
    setup.subdivisions = std::max(1, static_cast<int>(std::lround(std::min(
                                         64.0, setup.grid().spacing / (std::sqrt(2.0) * point_spacing)))));
    return setup;
}

}  // namespace talus::couple::erosion
