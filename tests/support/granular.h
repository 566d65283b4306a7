#pragma once
#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/instance.h"
#include "talus/scene/simulation.h"

/// What tests ask of the grains of a simulation.
namespace talus {

inline const couple::granular::Granular& granularOf(const scene::Simulation& simulation) {
    const auto* found = simulation.find<couple::granular::Granular>();
    TALUS_ASSERT(found != nullptr, "the scene has no grains");
    return *found;
}

inline grains::Measures measured(const scene::Simulation& simulation) {
    return granularOf(simulation).measure(simulation.exec(), simulation.world());
}

inline std::vector<grains::WallLoad> wallLoadsOf(const scene::Simulation& simulation) {
    return granularOf(simulation).wallLoads(simulation.world());
}

inline grains::WallLoad groundLoadOf(const scene::Simulation& simulation) {
    return granularOf(simulation).groundLoad(simulation.world());
}

/// Of the step, counts and speeds of the grains of a scene.
inline couple::granular::Expected expected(const scene::Scene& scene) {
    return couple::granular::expect(scene);
}

}  // namespace talus
