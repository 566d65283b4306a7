#include "talus/grains/load/initial_grains.h"

#include "talus/environment/contact/barriers.h"
#include "talus/environment/contact/solids_at_start.h"
#include "talus/grains/fields.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/load/setup.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/grains/sources/new_clump.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::grains {

using method::Scene;

/// Grains of a fill with `only_free` may overlap a wall by this share of their radius: sand under load does,
/// too, and grains beside a wall touch it up to round-off.
constexpr double touching = 0.01;

Status addInitialGrains(const Scene& scene, state::World& world) {
    state::Table& grains = world.table(grains_table);
    const Vec3d& gravity = scene.environment.gravity;
    ClumpShapes shapes;
    if (hasClumps(scene))
        for (const GrainShape& shape : in(scene).shapes) shapes.push_back(shape.made);
    const auto add = [&](const std::string& name, NewGrain grain, const ShapeChoice::Chosen* chosen = nullptr,
                         const Rotation& rotation = {}) {
        grain.material = materialIndex(scene.environment, name);
        grain.density = scene.environment.materials[grain.material].density;
        if (chosen != nullptr && !shapes.empty())
            appendClump(ClumpTables::of(world), shapes, chosen->index, grain, rotation, gravity);
        else
            appendGrain(grains, grain, gravity);
    };
    for (const auto& g : in(scene).placed)
        add(g.material, {.position = g.position, .velocity = g.velocity, .spin = g.spin, .radius = g.radius},
            g.chosen ? &*g.chosen : nullptr, rotationBy(g.rotation));
    const auto walls = environment::rigidWallsOf(scene.environment);
    const environment::WallsAt at_start = environment::wallsAtStart(*walls, scene.environment.walls);
    for (std::size_t f = 0; f < in(scene).fills.size(); ++f) {
        const Fill& fill = in(scene).fills[f];
        grains.reserve(grains.size() + static_cast<std::size_t>(fillCount(fill)));
        const Random random = fillRandom(scene, f);
        const Result<std::vector<PlacedSphere>> places = fillPositions(fill, random);
        if (!places) return places.error();
        for (std::size_t k = 0; k < places->size(); ++k) {
            const auto& [position, size] = (*places)[k];
            if (!isInRegion(fill, position, (1 - touching) * size)) continue;
            if (fill.only_free && environment::overlapsSolid(at_start, position, (1 - touching) * size))
                continue;
            const ShapeChoice::Chosen* const chosen = drawShape(random, fill, k);
            const double radius = chosen != nullptr ? drawRadius(random, fill, k) : (*places)[k].radius;
            add(fill.material,
                {.position = (*places)[k].position, .velocity = fill.velocity, .spin = {}, .radius = radius},
                chosen, chosen != nullptr ? drawRotation(random, k) : Rotation{});
        }
    }
    for (const Import& import : in(scene).imports) {
        grains.reserve(grains.size() + import.grains->size());
        for (const GrainRow& row : *import.grains)
            add(import.material,
                {.position = row.position, .velocity = row.velocity, .spin = row.spin, .radius = row.radius});
    }
    return success();
}

}  // namespace talus::grains
