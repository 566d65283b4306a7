#include "talus/couple/granular/initial_grains.h"

#include "talus/couple/granular/setup.h"
#include "talus/grains/fields.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::couple::granular {

Status addInitialGrains(const Scene& scene, state::World& world) {
    state::Table& grains = world.table(grains::grains_table);
    const Vec3d& gravity = scene.environment.gravity;
    const auto add = [&](const std::string& name, grains::NewGrain grain) {
        grain.material = materialIndex(scene.environment, name);
        grain.density = scene.environment.materials[grain.material].density;
        grains::appendGrain(grains, grain, gravity);
    };
    for (const auto& g : grains::in(scene).placed)
        add(g.material, {.position = g.position, .velocity = g.velocity, .spin = g.spin, .radius = g.radius});
    for (std::size_t f = 0; f < grains::in(scene).fills.size(); ++f) {
        const grains::Fill& fill = grains::in(scene).fills[f];
        grains.reserve(grains.size() + static_cast<std::size_t>(grains::fillCount(fill)));
        const Result<std::vector<grains::PlacedSphere>> places =
            grains::fillPositions(fill, fillRandom(scene, f));
        if (!places) return places.error();
        for (const grains::PlacedSphere& place : *places)
            add(fill.material,
                {.position = place.position, .velocity = fill.velocity, .spin = {}, .radius = place.radius});
    }
    for (const grains::Import& import : grains::in(scene).imports) {
        grains.reserve(grains.size() + import.grains->size());
        for (const grains::GrainRow& row : *import.grains)
            add(import.material,
                {.position = row.position, .velocity = row.velocity, .spin = row.spin, .radius = row.radius});
    }
    return success();
}

}  // namespace talus::couple::granular
