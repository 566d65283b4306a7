#include "talus/scene/setup.h"

#include <algorithm>

#include "talus/scene/body_setup.h"
#include "talus/scene/fallen.h"

namespace talus::scene {
namespace {

/// Keeps the random streams of sources apart.
enum Purpose : std::uint32_t { fill_stream = 0x10000, emitter_stream = 0x20000, pattern_stream = 0x30000 };

/// Constants for every pair of materials that has a contact; the others are never met (the check of
/// references sees to that).
grains::LawTable lawTable(const Scene& scene) {
    const std::size_t n = scene.materials.size();
    const double largest_radius = radiusRange(scene).largest;
    std::vector<grains::LawConstants> laws(n * n);
    for (const grains::Contact& contact : scene.grains.contacts) {
        const std::size_t a = materialIndex(scene, contact.first), b = materialIndex(scene, contact.second);
        laws[a * n + b] = laws[b * n + a] = grains::lawConstants(contact, largest_radius);
    }
    return {n, std::move(laws)};
}

grains::Periodic periodicDomain(const grains::Params& params) {
    grains::Periodic domain{params.domain_min, {}};
    const Vec3d size = params.domain_max - params.domain_min;
    for (const std::string& axis : params.periodic) {
        if (axis == "x") domain.length.x = size.x;
        if (axis == "y") domain.length.y = size.y;
        if (axis == "z") domain.length.z = size.z;
    }
    return domain;
}

std::vector<std::uint16_t> grainMaterials(const Scene& scene) {
    std::vector<std::uint16_t> found;
    for (const auto& e : scene.emitters) found.push_back(materialIndex(scene, e.material));
    for (const auto& f : scene.fills) found.push_back(materialIndex(scene, f.material));
    for (const auto& i : scene.imports) found.push_back(materialIndex(scene, i.material));
    for (const auto& g : scene.placed) found.push_back(materialIndex(scene, g.material));
    if (hasSandFromStart(scene)) found.push_back(materialIndex(scene, scene.hybrid->material));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.empty()) found.push_back(0);
    return found;
}

}  // namespace

std::uint16_t materialIndex(const Scene& scene, const std::string& name) {
    const auto it = std::find_if(scene.materials.begin(), scene.materials.end(),
                                 [&](const state::Material& m) { return m.name == name; });
    TALUS_ASSERT(it != scene.materials.end(), "a scene names a material that it does not have");
    return static_cast<std::uint16_t>(it - scene.materials.begin());
}

bool hasSandFromStart(const Scene& scene) { return scene.hybrid && scene.hybrid->depth > 0; }

Random fillRandom(const Scene& scene, std::size_t fill) {
    return {scene.seed, fill_stream + static_cast<std::uint32_t>(fill)};
}

grains::Setup grainSetup(const Scene& scene) {
    grains::Setup setup;
    setup.params = scene.grains;
    setup.laws = lawTable(scene);
    setup.grain_materials = grainMaterials(scene);

    const auto is_fixed = [](const state::Material& material) { return material.fixed; };
    if (std::any_of(scene.materials.begin(), scene.materials.end(), is_fixed))
        for (const state::Material& material : scene.materials) setup.fixed.push_back(material.fixed);

    std::vector<std::uint16_t> wall_materials;
    for (const auto& wall : scene.walls) wall_materials.push_back(materialIndex(scene, wall.material));
    setup.sinks = sinksOf(scene);
    setup.settles = scene.hybrid.has_value();
    setup.walls = std::make_shared<const grains::Walls>(scene.walls, wall_materials, scene.motions,
                                                        wallMobilities(scene));

    for (std::size_t e = 0; e < scene.emitters.size(); ++e) {
        const grains::Emitter& emitter = scene.emitters[e];
        const std::uint16_t material = materialIndex(scene, emitter.material);
        // Four rounds while a grain clears the disc: the stream looks steady, and searches stay rare.
        const double round = grains::clearingTime(emitter, scene.grains.gravity) / 4;
        setup.spouts.push_back({emitter,
                                material,
                                scene.materials[material].density,
                                {scene.seed, emitter_stream + static_cast<std::uint32_t>(e)},
                                round});
    }

    const double mean = meanRadius(scene);
    const grains::SizeClasses sizes =
        mean > 0 ? sizeClasses(scene) : grains::SizeClasses{.finest = 2, .largest = 2};
    const double skin = scene.grains.skin * 2 * (mean > 0 ? mean : 1);
    const double range = setup.laws.range();
    setup.search = {.skin = skin,
                    .cell = sizes.finest + range + skin,
                    .search = scene.grains.search,
                    .range = range,
                    .domain = periodicDomain(scene.grains),
                    .by_both = scene.grains.rest,
                    .sizes = sizes};
    return setup;
}

std::shared_ptr<const couple::ColumnStore::Setup> columnSetup(const Scene& scene) {
    const couple::Hybrid& hybrid = *scene.hybrid;
    const geometry::Heightfield& start = *scene.ground->surface;
    auto columns = std::make_shared<couple::ColumnStore::Setup>();
    columns->grid = start.grid;
    columns->bedrock = start.height;
    for (double& height : columns->bedrock.view()) height -= hybrid.depth;
    for (const state::Material& material : scene.materials) columns->density.push_back(material.density);
    columns->packing = hybrid.packing;
    return columns;
}

couple::Exchange exchangeSetup(const Scene& scene, const grains::Setup& grains) {
    const couple::Hybrid& hybrid = *scene.hybrid;
    const RadiusRange radii = radiusRange(scene);
    const double radius =
        hasSandFromStart(scene) ? hybrid.grain_radius : 0.5 * (radii.smallest + radii.largest);
    auto pattern = std::make_shared<const couple::SandPattern>(radius, hybrid.packing,
                                                               Random{scene.seed, pattern_stream});
    return couple::Exchange{
        .hybrid = hybrid,
        .columns = columnSetup(scene),
        .pattern = std::move(pattern),
        .walls = grains.walls,
        .largest_radius = radii.largest,
        .gravity = scene.grains.gravity,
        .pristine = hasSandFromStart(scene) ? materialIndex(scene, hybrid.material) : std::uint16_t{0}};
}

ground::Setup groundSetup(const Scene& scene) {
    ground::Setup setup{
        .start = scene.ground->surface, .material = materialIndex(scene, scene.ground->material), .soil = {}};
    if (const auto& soil = scene.soil)
        setup.soil = ground::SoilSetup{.kind = ground::kindOf(*soil),
                                       .interval = soil->interval.value_or(scene.time.frame_interval / 8),
                                       .sweeps = soil->sweeps};
    return setup;
}

}  // namespace talus::scene
