#pragma once
// Free bodies among grains for the physics tests: scenes, and the momenta of all that moves.
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::testing_support {

/// A scene like sandScene's, with what `text` adds: bodies, walls, ground.
inline scene::Scene sceneWith(const std::string& text, grains::Contact contact, double dt) {
    scene::Scene scene = test::sceneOf(test::sceneHead("free-bodies", {}, {{"sand"}}) + R"(
[world]
gravity = [0, 0, 0]
[[contact]]
between = ["sand", "sand"]
law = "linear"
)" + text);
    contact.first = contact.second = "sand";
    grains::in(scene).contacts = {contact};
    scene.time.dt = dt;
    scene.time.frame_interval = 1000 * dt;
    return scene;
}

inline solids::BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return solids::bodyIn(simulation.world().table(solids::bodies_table), row);
}

/// Of all grains and free bodies, about the origin.
struct Momenta {
    Vec3d linear;   ///< [kg m/s]
    Vec3d angular;  ///< [kg m^2/s]
    double energy;  ///< kinetic and elastic [J]
};
inline Momenta momentaOf(const scene::Simulation& simulation) {
    const grains::Measures m = measured(simulation);
    Momenta all{m.momentum, m.angular_momentum, m.kinetic + m.rotational + m.elastic};
    for (std::size_t b = 0; b < solids::in(simulation.scene()).bodies.size(); ++b) {
        const solids::Rigid rigid =
            solids::rigidOf(simulation.scene(), solids::in(simulation.scene()).bodies[b]);
        const solids::BodyState body = bodyAt(simulation, b);
        const Vec3d spin = angularMomentum(rigid, body);
        all.linear += body.velocity * rigid.mass;
        all.angular += cross(body.position, body.velocity * rigid.mass) + spin;
        all.energy += 0.5 * (rigid.mass * squaredLength(body.velocity) + dot(spin, body.spin));
    }
    return all;
}

}  // namespace talus::testing_support
