#pragma once
// Small worlds for tests: a scene made in code, built and run as a user's would be.
#include <gtest/gtest.h>

#include "talus/couple/granular/setup.h"
#include "talus/environment/wall.h"
#include "talus/grains/fields.h"
#include "talus/scene/simulation.h"
#include "tests/support/granular.h"

namespace talus::testing_support {

/// A scene with one material "sand" that touches itself by `contact`, no gravity, and a given step.
inline scene::Scene sandScene(grains::Contact contact, double dt) {
    scene::Scene scene;
    scene.environment.materials = {{"sand", 2500, {}}};
    contact.first = contact.second = "sand";
    grains::in(scene).contacts = {contact};
    scene.environment.gravity = {};
    scene.time.dt = dt;
    scene.time.frame_interval = 1000 * dt;
    return scene;
}

inline environment::Wall floorAt(double z) {
    environment::Wall wall;
    wall.name = "floor";
    wall.material = "sand";
    wall.kind = environment::Wall::Kind::Plane;
    wall.plane = {{0, 0, z}, {0, 0, 1}};
    return wall;
}

/// The k-th site of a lattice with neighbours at a distance of one: along x, then y, then z.
inline Vec3d latticeSite(std::uint32_t k, std::uint32_t along_x, std::uint32_t along_y) {
    const std::uint32_t layer = along_x * along_y, row = k % layer / along_x, height = k / layer;
    return {static_cast<double>(k % along_x), static_cast<double>(row), static_cast<double>(height)};
}

inline scene::Simulation start(const scene::Scene& scene, const exec::Exec& exec = exec::Exec::serial()) {
    auto simulation = scene::Simulation::build(scene, exec);
    if (!simulation) ADD_FAILURE() << simulation.error().message;
    return std::move(*simulation);
}

inline void advance(scene::Simulation& simulation, std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps; ++i) {
        const step::StepReport report = simulation.advance();
        ASSERT_TRUE(report.ok()) << report.trouble->what;
    }
}

/// The value of a field for the grain with this id (grains are reordered as they move).
template <class T>
T of(const scene::Simulation& simulation, const state::Field<T>& field, std::uint32_t id) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto ids = grains.read(grains::fields::id);
    for (std::size_t i = 0; i < grains.size(); ++i)
        if (ids[i] == id) return grains.read(field)[i];
    ADD_FAILURE() << "no grain " << id;
    return T{};
}

}  // namespace talus::testing_support
