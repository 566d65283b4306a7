#include "talus/couple/granular/setup.h"

#include <algorithm>

#include "talus/couple/granular/fallen.h"
#include "talus/environment/contact/barriers.h"

namespace talus::couple::granular {
namespace {

/// Separates the random streams of sources.
enum Purpose : std::uint32_t { fill_stream = 0x10000, emitter_stream = 0x20000, pattern_stream = 0x30000 };

/// The law constants of every pair of materials that has a contact. Other pairs never touch, as
/// checkContacts() ensures.
grains::LawTable lawTable(const Scene& scene) {
    const std::size_t n = scene.environment.materials.size();
    const double largest_radius = radiusRange(scene).largest;
    std::vector<grains::LawConstants> laws(n * n);
    for (const grains::Contact& contact : grains::in(scene).contacts) {
        const std::size_t a = materialIndex(scene.environment, contact.first),
                          b = materialIndex(scene.environment, contact.second);
        laws[a * n + b] = laws[b * n + a] = grains::lawConstants(contact, largest_radius);
    }
    return {n, std::move(laws)};
}

std::vector<std::uint16_t> grainMaterials(const Scene& scene) {
    std::vector<std::uint16_t> found;
    for (const auto& e : grains::in(scene).emitters)
        found.push_back(materialIndex(scene.environment, e.material));
    for (const auto& f : grains::in(scene).fills)
        found.push_back(materialIndex(scene.environment, f.material));
    for (const auto& i : grains::in(scene).imports)
        found.push_back(materialIndex(scene.environment, i.material));
    for (const auto& g : grains::in(scene).placed)
        found.push_back(materialIndex(scene.environment, g.material));
    if (hasSandFromStart(scene))
        found.push_back(materialIndex(scene.environment, couple::hybridIn(scene)->material));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.empty()) found.push_back(0);
    return found;
}

}  // namespace

bool hasSandFromStart(const Scene& scene) {
    return couple::hybridIn(scene) && couple::hybridIn(scene)->depth > 0;
}

Random fillRandom(const Scene& scene, std::size_t fill) {
    return {scene.seed, fill_stream + static_cast<std::uint32_t>(fill)};
}

grains::Setup grainSetup(const Scene& scene) {
    grains::Setup setup;
    setup.params = grains::in(scene).params;
    setup.gravity = scene.environment.gravity;
    setup.laws = lawTable(scene);
    setup.grain_materials = grainMaterials(scene);

    const auto is_fixed = [](const environment::Material& material) { return material.fixed; };
    if (std::any_of(scene.environment.materials.begin(), scene.environment.materials.end(), is_fixed))
        for (const environment::Material& material : scene.environment.materials)
            setup.fixed.push_back(material.fixed);

    if (hasClumps(scene))
        for (const grains::GrainShape& shape : grains::in(scene).shapes) setup.shapes.push_back(shape.made);
    setup.sinks = sinksOf(scene);
    setup.settles = couple::hybridIn(scene).has_value();
    setup.walls = environment::wallsOf(scene.environment);

    for (std::size_t e = 0; e < grains::in(scene).emitters.size(); ++e) {
        const grains::Emitter& emitter = grains::in(scene).emitters[e];
        const std::uint16_t material = materialIndex(scene.environment, emitter.material);
        // Four rounds in the time that a grain takes to clear the disc: the stream looks steady, and
        // neighbour searches stay rare.
        const double round = grains::clearingTime(emitter, scene.environment.gravity) / 4;
        setup.spouts.push_back({emitter,
                                material,
                                scene.environment.materials[material].density,
                                {scene.seed, emitter_stream + static_cast<std::uint32_t>(e)},
                                round});
    }

    const double mean = meanRadius(scene);
    const grains::SizeClasses sizes =
        mean > 0 ? sizeClasses(scene) : grains::SizeClasses{.finest = 2, .largest = 2};
    const double skin = grains::in(scene).params.skin * 2 * (mean > 0 ? mean : 1);
    const double range = setup.laws.range();
    setup.search = {.skin = skin,
                    .cell = sizes.finest + range + skin,
                    .search = grains::in(scene).params.search,
                    .range = range,
                    .domain = periodicDomain(scene.environment),
                    .by_both = grains::in(scene).params.rest,
                    .sizes = sizes};
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
    const RadiusRange radii = radiusRange(scene);
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

ground::Setup groundSetup(const Scene& scene) {
    ground::Setup setup{.start = ground::in(scene).ground->surface,
                        .material = materialIndex(scene.environment, ground::in(scene).ground->material),
                        .soil = {}};
    if (const auto& soil = ground::in(scene).soil)
        setup.soil = ground::SoilSetup{.kind = ground::kindOf(*soil),
                                       .interval = soil->interval.value_or(scene.time.frame_interval / 8),
                                       .sweeps = soil->sweeps};
    return setup;
}

}  // namespace talus::couple::granular
