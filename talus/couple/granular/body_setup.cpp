#include "talus/couple/granular/body_setup.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/couple/granular/setup.h"

namespace talus::couple::granular {
namespace {

/// The response of the soil to a body of a mass and volume.
ground::Response responseOf(const Scene& scene, double mass, double volume) {
    const ground::Soil& soil = *ground::in(scene).soil;
    if (soil.model == ground::Soil::Model::Thesis) return ground::Dissipation{soil.rate};
    const double diameter = 2 * std::cbrt(volume * 3 / (4 * std::numbers::pi));
    const double grain_density =
        scene.environment.materials[materialIndex(scene.environment, ground::in(scene).ground->material)]
            .density;
    const double gravity = length(scene.environment.gravity);
    // The scaling law was found for dry grains, whose slopes are at most 35 degrees (tangent 0.7).
    constexpr double steepest_dry = 0.7;
    const double slope = std::min(std::tan(ground::kindOf(soil).slopes.outside), steepest_dry);
    ground::Poncelet found = ground::ponceletOf(diameter, mass / volume, grain_density * soil.packing, slope,
                                                gravity > 0 ? gravity : 9.81);
    found.friction = soil.stiffness.value_or(found.friction);
    found.drag_length = soil.drag_length.value_or(found.drag_length);
    return found;
}

couple::Body bodyOf(const Scene& scene, const solids::Body& from) {
    const environment::Wall& wall = scene.environment.walls[wallIndex(scene.environment, from.name)];
    couple::Body body;
    body.name = from.name;
    body.solid = from.solid;
    body.wall = wallIndex(scene.environment, from.name);
    body.presence = from.presence;
    body.free = from.motion == solids::Body::Motion::Free;
    body.start = environment::startPose(wall);
    body.start.velocity = from.velocity;
    body.start.spin = from.spin;
    if (!body.free) body.start.velocity = body.start.spin = {};
    for (const environment::Motion& motion : scene.environment.motions)
        if (motion.wall == from.name) body.motions.push_back(motion);
    if (from.shape == solids::Body::Shape::Sphere) body.ball = from.radius;
    body.rigid = rigidOf(scene, from);
    body.friction = from.friction;
    body.rolling = from.rolling;
    body.restitution = from.restitution;
    if (ground::in(scene).soil)
        body.response = responseOf(scene, body.rigid.mass, solids::massPropertiesOf(*from.solid).volume);
    return body;
}

}  // namespace

solids::Rigid rigidOf(const Scene& scene, const solids::Body& body) {
    const solids::MassProperties properties = solids::massPropertiesOf(*body.solid);
    const double density = body.density.value_or(
        scene.environment.materials[materialIndex(scene.environment, body.material)].density);
    const double mass = body.mass.value_or(density * properties.volume);
    const double per = mass / properties.volume;
    const Tensor& unit = properties.per_density;
    const Tensor inertia{unit.x * per, unit.y * per, unit.z * per};
    return {mass, inertia, solids::inverse(inertia)};
}

std::vector<environment::WallMobility> wallMobilities(const Scene& scene) {
    std::vector<environment::WallMobility> found;
    const auto& materials = scene.environment.materials;
    for (const solids::Body& body : solids::in(scene).bodies) {
        if (body.motion != solids::Body::Motion::Free) continue;
        // The scene is not checked yet: the material may not exist.
        if (std::none_of(materials.begin(), materials.end(),
                         [&](const environment::Material& m) { return m.name == body.material; }))
            continue;
        found.resize(scene.environment.walls.size());
        const solids::Rigid rigid = rigidOf(scene, body);
        found[wallIndex(scene.environment, body.name)] = {1 / rigid.mass, rigid.inverse_inertia};
    }
    return found;
}

couple::Bodies bodySetup(const Scene& scene, const grains::Setup& grains) {
    couple::Bodies setup;
    setup.walls = grains.walls;
    setup.gravity = scene.environment.gravity;
    setup.ahead = grains::in(scene).params.integrator == grains::Integrator::SemiImplicitEuler ? 0 : 1;
    if (ground::in(scene).ground) setup.ground = groundSetup(scene);
    for (const solids::Body& body : solids::in(scene).bodies) setup.bodies.push_back(bodyOf(scene, body));
    for (const environment::Wall& wall : scene.environment.walls) setup.wall_names.push_back(wall.name);
    setup.solid_walls.assign(scene.environment.walls.size(), 1);
    for (const couple::Body& body : setup.bodies)
        if (body.free) setup.solid_walls[body.wall] = 0;
    return setup;
}

}  // namespace talus::couple::granular
