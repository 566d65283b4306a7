#include "talus/couple/granular/setup.h"

#include <cmath>
#include <numbers>

#include "talus/geometry/grow_box.h"
#include "talus/grains/load/grain_sizes.h"

namespace talus::couple::granular {
namespace {

/// The random stream of the packing of sand; those of grains are in grains/load/setup.cpp.
constexpr std::uint32_t pattern_stream = 0x30000;

}  // namespace

bool hasSandFromStart(const Scene& scene) {
    return couple::hybridIn(scene) && couple::hybridIn(scene)->depth > 0;
}

void reserveSand(Scene& scene) {
    grains::in(scene).reserves.clear();
    if (!hasSandFromStart(scene)) return;
    const couple::Hybrid& sand = *couple::hybridIn(scene);
    double count = 1;
    if (const auto& ground = ground::in(scene).ground) {
        const geometry::ColumnGrid& grid = ground->surface->grid;
        const double volume = static_cast<double>(grid.size()) * grid.spacing * grid.spacing * sand.depth,
                     of_one = 4.0 / 3.0 * std::numbers::pi * std::pow(sand.grain_radius, 3);
        count = sand.packing * volume / of_one;
    }
    grains::in(scene).reserves = {{sand.material, sand.grain_radius, count}};
}

std::optional<geometry::Box> boxOfGround(const Scene& scene) {
    if (!ground::in(scene).ground) return std::nullopt;
    const geometry::Heightfield& field = *ground::in(scene).ground->surface;
    geometry::Box box = geometry::boundsOf(exec::Exec::serial(), field.grid, field.height.view());
    include(box, box.min - Vec3d{0, 0, couple::hybridIn(scene) ? couple::hybridIn(scene)->depth : 0});
    return box;
}

grains::Setup grainSetup(const Scene& scene) {
    grains::Setup setup = grains::setupOf(scene, boxOfGround(scene));
    setup.settles = couple::hybridIn(scene).has_value();
    return setup;
}

std::shared_ptr<const couple::ColumnStore::Setup> columnSetup(const Scene& scene) {
    const couple::Hybrid& hybrid = *couple::hybridIn(scene);
    const geometry::Heightfield& start = *ground::in(scene).ground->surface;
    auto columns = std::make_shared<couple::ColumnStore::Setup>();
    columns->grid = start.grid;
    columns->bedrock = start.height;
    for (double& height : columns->bedrock.view()) height -= hybrid.depth;
    for (const environment::Material& material : scene.environment.materials)
        columns->density.push_back(material.density);
    columns->packing = hybrid.packing;
    return columns;
}

couple::Exchange exchangeSetup(const Scene& scene, const grains::Setup& grains) {
    const couple::Hybrid& hybrid = *couple::hybridIn(scene);
    const grains::RadiusRange radii = grains::radiusRange(scene);
    const double radius =
        hasSandFromStart(scene) ? hybrid.grain_radius : 0.5 * (radii.smallest + radii.largest);
    auto pattern = std::make_shared<const couple::SandPattern>(radius, hybrid.packing,
                                                               Random{scene.seed, pattern_stream});
    return couple::Exchange{.hybrid = hybrid,
                            .columns = columnSetup(scene),
                            .pattern = std::move(pattern),
                            .walls = grains.walls,
                            .largest_radius = radii.largest,
                            .gravity = scene.environment.gravity,
                            .pristine = hasSandFromStart(scene)
                                            ? materialIndex(scene.environment, hybrid.material)
                                            : std::uint16_t{0}};
}

}  // namespace talus::couple::granular
