#pragma once
#include <vector>

#include "talus/particles/params.h"

namespace talus::particles {

/// The particle tables of a scene. Emitters, vortices, attractors and bounces name their system.
struct Part {
    std::vector<System> systems;
    std::vector<Emitter> emitters;
    std::vector<Vortex> vortices;
    std::vector<Attractor> attractors;
    std::vector<Bounce> bounces;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

/// The systems, each with the entries that name it.
std::vector<System> systemsOf(const Part& part);

}  // namespace talus::particles
