#include "talus/particles/scene.h"

namespace talus::particles {
namespace {

template <class T>
void take(const std::vector<T>& from, const std::string& system, std::vector<T>& to) {
    for (const T& each : from)
        if (each.system == system) to.push_back(each);
}

}  // namespace

std::vector<System> systemsOf(const Part& part) {
    std::vector<System> systems = part.systems;
    for (System& system : systems) {
        take(part.emitters, system.name, system.emitters);
        take(part.vortices, system.name, system.vortices);
        take(part.attractors, system.name, system.attractors);
        take(part.bounces, system.name, system.bounces);
    }
    return systems;
}

}  // namespace talus::particles
