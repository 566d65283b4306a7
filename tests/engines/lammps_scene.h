#pragma once
#include "talus/engines/lammps/lammps_script.h"
#include "tests/grains/grain_world.h"

/// Two grains, and what they become for LAMMPS.
namespace talus::test {

inline scene::Scene twoGrains(const grains::Contact& contact = {}) {
    scene::Scene scene = testing_support::sandScene(contact, 1e-6);
    grains::in(scene).placed = {{"sand", {0, 0, 0}, {}, {}, 0.001}, {"sand", {0, 0, 1}, {}, {}, 0.002}};
    return scene;
}

inline engines::LammpsModel modelOf(const scene::Scene& scene) {
    return engines::lammpsModel(testing_support::start(scene));
}

inline std::string scriptOf(const scene::Scene& scene) {
    return engines::lammpsScript(modelOf(scene), {.name = "x", .frames = 3, .forces = false});
}

}  // namespace talus::test
