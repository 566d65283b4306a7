#pragma once
#include "tests/run/small_run.h"

namespace talus::test {

/// Pairs of grains that hit each other late in the fourth frame, stick (jkr) and swing, some of them
/// stretched across a gap at its end; and grains that fall onto a plate to which they stick (dmt).
inline scene::Scene stickingScene() {
    scene::Scene scene = smallScene();
    scene.name = "sticking";
    grains::in(scene).emitters.clear();
    grains::in(scene).fills.clear();
    scene.environment.materials.push_back({"steel", 7800, {}});
    scene.environment.walls.front().material = "steel";
    scene.environment.gravity = {};
    scene.time.dt = 5e-6;
    scene.time.frame_interval = 80 * 5e-6;
    auto& contacts = grains::in(scene).contacts;
    grains::Contact& contact = contacts.front();
    contact.law = "hertz-mindlin";
    contact.young = 2e7;
    contact.restitution = 1;
    contact.cohesion = grains::Cohesion::Jkr;
    contact.surface_energy = 2;
    contacts.resize(2, contact);
    contacts[1].second = "steel";
    contacts[1].restitution = 0.5;
    contacts[1].cohesion = grains::Cohesion::Dmt;
    const auto add = [&](const Vec3d& position, const Vec3d& velocity) {
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3;
        grain.position = position;
        grain.velocity = velocity;
        grains::in(scene).placed.push_back(grain);
    };
    for (int k = 0; k < 30; ++k) {
        add({3e-3 * k, 0, 1.001e-3}, {0.002 * (k % 4), 0, -0.02});
        // A step takes the upper one 3e-7 m on.
        add({3e-3 * k, 0, 0.1}, {0.002 * (k % 4), 0, 0});
        add({3e-3 * k, 0, 0.102 + (243 + k) * 3e-7}, {0, 0, -0.06});
    }
    scene.output.fields = {"velocity", "spin", "radius", "material", "id"};
    scene.output.checkpoint_frames = 4;
    return scene;
}

}  // namespace talus::test
