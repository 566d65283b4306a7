#include "talus/solids/bodies.h"

#include <algorithm>

#include "talus/environment/contact/material_pair.h"
#include "talus/solids/rigid_of.h"
#include "talus/solids/scene.h"

namespace talus::solids {
namespace {

WallSurface surfaceOf(const std::vector<environment::Material>& materials, const std::string& name) {
    const auto found = std::ranges::find(materials, name, &environment::Material::name);
    return found == materials.end() ? WallSurface{} : WallSurface{found->friction, found->restitution};
}

/// The defaults are chosen for a hard body on sand. They are not from experiments.
Surface surfaceOf(const std::vector<environment::Material>& materials, const Body& body) {
    const WallSurface material = surfaceOf(materials, body.material);
    Surface surface;
    surface.own_friction = body.friction.has_value();
    surface.own_restitution = body.restitution.has_value();
    surface.friction = body.friction ? *body.friction : material.friction.value_or(surface.friction);
    surface.restitution =
        body.restitution ? *body.restitution : material.restitution.value_or(surface.restitution);
    return surface;
}

PreparedBody prepared(const method::Scene& scene, const Body& from) {
    const environment::Environment& world = scene.environment;
    PreparedBody body;
    body.name = from.name;
    body.solid = from.solid;
    body.convex = from.convex;
    body.made = from.made;
    const geometry::Box box = geometry::PosedSolid{body.solid.get(), {}, {}}.bounds();
    const Vec3d side = box.max - box.min;
    body.smallest_side = std::min({side.x, side.y, side.z});
    body.wall = environment::wallIndex(world, from.name);
    body.presence = from.presence;
    body.free = from.motion == Body::Motion::Free;
    body.start = environment::startPose(world.walls[body.wall]);
    body.start.velocity = body.free ? from.velocity : Vec3d{};
    body.start.spin = body.free ? from.spin : Vec3d{};
    for (const environment::Motion& motion : world.motions)
        if (motion.wall == from.name) body.motions.push_back(motion);
    if (from.shape == Body::Shape::Sphere) body.ball = from.radius;
    body.rigid = rigidOf(scene, from);
    body.surface = surfaceOf(world.materials, from);
    body.rolling = from.rolling;
    return body;
}

/// @param bodies of the scene, prepared
PreparedJoint prepared(const method::Scene& scene, const std::vector<PreparedBody>& bodies,
                       const Joint& from) {
    const auto indexOf = [&](const std::string& name) -> std::optional<std::size_t> {
        for (std::size_t b = 0; b < bodies.size(); ++b)
            if (bodies[b].name == name) return b;
        return std::nullopt;
    };
    PreparedJoint joint{from, *indexOf(from.first), {}, indexOf(from.second), {}, {}, {}};
    if (!from.second.empty()) {
        joint.wall = environment::wallIndex(scene.environment, from.second);
        std::vector<environment::Motion> motions;
        for (const environment::Motion& motion : scene.environment.motions)
            if (motion.wall == from.second) motions.push_back(motion);
        joint.wall_start = environment::composed(
            environment::poseOf(motions, 0), environment::startPose(scene.environment.walls[*joint.wall]));
    }
    joint.joint.axis = normalized(from.axis);
    const bool between = from.kind == Joint::Kind::Rope || from.kind == Joint::Kind::Spring;
    const Vec3d end = between ? from.end : from.point;
    joint.joint.length = from.length.value_or(length(end - from.point));
    joint.on_first = bodies[joint.first].start.toLocal(from.point);
    joint.on_second = joint.second ? bodies[*joint.second].start.toLocal(end) : joint.wall_start.toLocal(end);
    return joint;
}

}  // namespace

Surface between(const Surface& a, const Surface& b) {
    return {environment::pairFriction(a.friction, b.friction),
            environment::pairRestitution(a.restitution, b.restitution), false, false};
}

Surface between(const Surface& body, const WallSurface& wall) {
    Surface surface = body;
    if (wall.friction && !body.own_friction)
        surface.friction = environment::pairFriction(body.friction, *wall.friction);
    if (wall.restitution && !body.own_restitution)
        surface.restitution = environment::pairRestitution(body.restitution, *wall.restitution);
    return surface;
}

Setup setupOf(const method::Scene& scene, std::shared_ptr<const environment::Walls> walls) {
    Setup setup;
    setup.walls = std::move(walls);
    setup.gravity = scene.environment.gravity;
    if (const auto& ground = scene.environment.ground; ground && !ground->yields) setup.ground = ground;
    for (const Body& body : in(scene).bodies) setup.bodies.push_back(prepared(scene, body));
    const std::vector<environment::Material>& materials = scene.environment.materials;
    for (const environment::Wall& wall : scene.environment.walls) {
        setup.wall_names.push_back(wall.name);
        setup.wall_surfaces.push_back(surfaceOf(materials, wall.material));
    }
    setup.wall_surfaces.push_back(setup.ground ? surfaceOf(materials, setup.ground->material)
                                               : WallSurface{});
    setup.solid_walls.assign(scene.environment.walls.size(), 1);
    for (const PreparedBody& body : setup.bodies)
        if (body.free) setup.solid_walls[body.wall] = 0;
    for (const Joint& joint : in(scene).joints) setup.joints.push_back(prepared(scene, setup.bodies, joint));
    return setup;
}

}  // namespace talus::solids
