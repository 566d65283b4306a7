#pragma once
#include "talus/engines/lammps/lammps_script.h"
#include "tests/grains/grain_world.h"

/// Scenes of a few grains, and what they become for LAMMPS.
namespace talus::test {

inline scene::Scene twoGrains(const grains::Contact& contact = {}) {
    scene::Scene scene = testing_support::sandScene(contact, 1e-6);
    grains::in(scene).placed = {{"sand", {0, 0, 0}, {}, {}, 0.001}, {"sand", {0, 0, 1}, {}, {}, 0.002}};
    return scene;
}

/// 42 radii from 1 to 2 mm: more than a script has types for.
inline scene::Scene manyRadii(const grains::Contact& contact = {}) {
    scene::Scene scene = twoGrains(contact);
    for (int i = 0; i < 40; ++i)
        grains::in(scene).placed.push_back({"sand", {i + 1.0, 0, 0}, {}, {}, 0.001 + 1e-5 * i});
    return scene;
}

/// A floor of steel at z = -0.5 m. Its contact with sand is a copy of the first one, and the last in the
/// list.
inline void addSteelFloor(scene::Scene& scene) {
    scene.environment.materials.push_back({"steel", 7800, {}});
    grains::in(scene).contacts.push_back(grains::in(scene).contacts.front());
    grains::in(scene).contacts.back().second = "steel";
    scene.environment.walls = {testing_support::floorAt(-0.5)};
    scene.environment.walls.front().material = "steel";
}

inline engines::LammpsModel modelOf(const scene::Scene& scene) {
    return engines::lammpsModel(testing_support::start(scene));
}

inline std::string scriptOf(const scene::Scene& scene) {
    return engines::lammpsScript(modelOf(scene), {.name = "x", .frames = 3, .forces = false});
}

}  // namespace talus::test
