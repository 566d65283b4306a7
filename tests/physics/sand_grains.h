#pragma once

#include "talus/environment/wall.h"
// What the physics tests share: one kind of grain, one linear contact, walls of that material.
#include <numbers>

#include "tests/grains/grain_world.h"

namespace talus::testing_support {

inline constexpr double radius = 0.002;  ///< [m]
inline const double mass =
    4.0 / 3.0 * std::numbers::pi * radius * radius * radius * 2500;  ///< of sandScene's sand [kg]

/// The linear law with restitution e and friction mu; k_s = 2/7 k, so that both springs swing alike.
inline grains::Contact linear(double e, double mu = 0) {
    grains::Contact contact;
    contact.law = "linear";
    contact.stiffness = 5000;
    contact.shear_stiffness = 2.0 / 7.0 * 5000;
    contact.restitution = e;
    contact.friction = mu;
    return contact;
}

inline grains::Grain grainAt(const Vec3d& position, const Vec3d& velocity = {}, const Vec3d& spin = {}) {
    grains::Grain grain;
    grain.material = "sand";
    grain.position = position;
    grain.velocity = velocity;
    grain.spin = spin;
    grain.radius = radius;
    return grain;
}

inline environment::Wall wallOf(environment::Wall::Kind kind) {
    environment::Wall wall;
    wall.name = "wall";
    wall.material = "sand";
    wall.kind = kind;
    return wall;
}

/// A column of grains in a tray, at rest after a while.
inline scene::Scene settled() {
    scene::Scene scene = sandScene(linear(0.3, 0.5), 1e-5);
    scene.time.frame_interval = 0.01;
    scene.environment.gravity = {0, 0, -9.81};
    environment::Wall tray = wallOf(environment::Wall::Kind::BoxInside);
    tray.box = {{-0.01, -0.01, 0}, {0.01, 0.01, 0.05}};
    tray.open = {"+z"};
    scene.environment.walls = {tray};
    grains::Fill fill;
    fill.name = "bed";
    fill.material = "sand";
    fill.box = {{-0.01, -0.01, 0}, {0.01, 0.01, 0.03}};
    fill.spacing = 1.01;
    grains::in(scene).fills = {fill};
    return scene;
}

}  // namespace talus::testing_support
