#include "talus/solids/rigid_of.h"

#include <algorithm>

#include "talus/geometry/mass.h"
#include "talus/math/inverse_tensor.h"
#include "talus/solids/scene.h"

namespace talus::solids {

Rigid rigidOf(const method::Scene& scene, const Body& body) {
    const geometry::MassProperties properties = massPropertiesOf(*body.solid);
    const environment::Environment& world = scene.environment;
    const double density =
        body.density.value_or(world.materials[environment::materialIndex(world, body.material)].density);
    const double mass = body.mass.value_or(density * properties.volume);
    const double per = mass / properties.volume;
    const Tensor& unit = properties.per_density;
    const Tensor inertia{unit.x * per, unit.y * per, unit.z * per};
    return {mass, inertia, inverse(inertia)};
}

std::vector<environment::WallMobility> wallMobilities(const method::Scene& scene) {
    std::vector<environment::WallMobility> found;
    const auto& materials = scene.environment.materials;
    for (const Body& body : in(scene).bodies) {
        if (body.motion != Body::Motion::Free) continue;
        // The scene is not checked yet: the material may not exist.
        if (std::none_of(materials.begin(), materials.end(),
                         [&](const environment::Material& m) { return m.name == body.material; }))
            continue;
        found.resize(scene.environment.walls.size());
        const Rigid rigid = rigidOf(scene, body);
        found[environment::wallIndex(scene.environment, body.name)] = {1 / rigid.mass, rigid.inverse_inertia};
    }
    return found;
}

}  // namespace talus::solids
