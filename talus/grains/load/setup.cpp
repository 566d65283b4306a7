#include "talus/grains/load/setup.h"

#include <algorithm>

#include "talus/environment/contact/barriers.h"
#include "talus/grains/load/fallen.h"
#include "talus/grains/load/grain_sizes.h"

namespace talus::grains {

using environment::materialIndex;
using method::Scene;

namespace {

/// Separates the random streams of sources. Shapes have 0x40000 (make_shapes.cpp), couplings the numbers
/// between.
enum Purpose : std::uint32_t { fill_stream = 0x10000, emitter_stream = 0x20000 };

/// The law constants of every pair of materials that has a contact. Other pairs never touch, as
/// checkContacts() ensures.
LawTable lawTable(const Scene& scene) {
    const std::size_t n = scene.environment.materials.size();
    const double largest_radius = radiusRange(scene).largest;
    std::vector<LawConstants> laws(n * n);
    for (const Contact& contact : in(scene).contacts) {
        const std::size_t a = materialIndex(scene.environment, contact.first),
                          b = materialIndex(scene.environment, contact.second);
        laws[a * n + b] = laws[b * n + a] = lawConstants(contact, largest_radius);
    }
    return {n, std::move(laws)};
}

std::vector<std::uint16_t> grainMaterials(const Scene& scene) {
    std::vector<std::uint16_t> found;
    for (const auto& e : in(scene).emitters) found.push_back(materialIndex(scene.environment, e.material));
    for (const auto& f : in(scene).fills) found.push_back(materialIndex(scene.environment, f.material));
    for (const auto& i : in(scene).imports) found.push_back(materialIndex(scene.environment, i.material));
    for (const auto& g : in(scene).placed) found.push_back(materialIndex(scene.environment, g.material));
    for (const Reserve& reserve : in(scene).reserves)
        found.push_back(materialIndex(scene.environment, reserve.material));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.empty()) found.push_back(0);
    return found;
}

}  // namespace

Random fillRandom(const Scene& scene, std::size_t fill) {
    return {scene.seed, fill_stream + static_cast<std::uint32_t>(fill)};
}

Setup setupOf(const Scene& scene, const std::optional<geometry::Box>& ground) {
    Setup setup;
    setup.params = in(scene).params;
    setup.gravity = scene.environment.gravity;
    setup.laws = lawTable(scene);
    setup.grain_materials = grainMaterials(scene);

    const auto is_fixed = [](const environment::Material& material) { return material.fixed; };
    if (std::any_of(scene.environment.materials.begin(), scene.environment.materials.end(), is_fixed))
        for (const environment::Material& material : scene.environment.materials)
            setup.fixed.push_back(material.fixed);

    if (hasClumps(scene))
        for (const GrainShape& shape : in(scene).shapes) setup.shapes.push_back(shape.made);
    setup.sinks = sinksOf(scene, ground);
    setup.walls = environment::wallsOf(scene.environment);

    for (std::size_t e = 0; e < in(scene).emitters.size(); ++e) {
        const Emitter& emitter = in(scene).emitters[e];
        const std::uint16_t material = materialIndex(scene.environment, emitter.material);
        // Four rounds in the time that a grain takes to clear the disc: the stream looks steady, and
        // neighbour searches stay rare.
        const double round = clearingTime(emitter, scene.environment.gravity) / 4;
        setup.spouts.push_back({emitter,
                                material,
                                scene.environment.materials[material].density,
                                {scene.seed, emitter_stream + static_cast<std::uint32_t>(e)},
                                round});
    }

    const double mean = meanRadius(scene);
    const SizeClasses sizes = mean > 0 ? sizeClasses(scene) : SizeClasses{.finest = 2, .largest = 2};
    const double skin = in(scene).params.skin * 2 * (mean > 0 ? mean : 1);
    const double range = setup.laws.range();
    setup.search = {.skin = skin,
                    .cell = sizes.finest + range + skin,
                    .search = in(scene).params.search,
                    .range = range,
                    .domain = periodicDomain(scene.environment),
                    .by_both = in(scene).params.rest,
                    .sizes = sizes};
    return setup;
}

}  // namespace talus::grains
