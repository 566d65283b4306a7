#include "talus/solids/bodies.h"

#include <algorithm>

#include "talus/solids/rigid_of.h"
#include "talus/solids/scene.h"

namespace talus::solids {
namespace {

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
    body.friction = from.friction;
    body.rolling = from.rolling;
    body.restitution = from.restitution;
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

Setup setupOf(const method::Scene& scene, std::shared_ptr<const environment::Walls> walls) {
    Setup setup;
    setup.walls = std::move(walls);
    setup.gravity = scene.environment.gravity;
    if (const auto& ground = scene.environment.ground; ground && !ground->yields) setup.ground = ground;
    for (const Body& body : in(scene).bodies) setup.bodies.push_back(prepared(scene, body));
    for (const environment::Wall& wall : scene.environment.walls) setup.wall_names.push_back(wall.name);
    setup.solid_walls.assign(scene.environment.walls.size(), 1);
    for (const PreparedBody& body : setup.bodies)
        if (body.free) setup.solid_walls[body.wall] = 0;
    for (const Joint& joint : in(scene).joints) setup.joints.push_back(prepared(scene, setup.bodies, joint));
    return setup;
}

}  // namespace talus::solids
