#include "talus/environment/environment.h"

#include <algorithm>

#include "talus/core/check.h"

namespace talus::environment {

Periodic periodicDomain(const Environment& environment) {
    Periodic domain{environment.domain_min, {}};
    const Vec3d size = environment.domain_max - environment.domain_min;
    for (const std::string& axis : environment.periodic) {
        if (axis == "x") domain.length.x = size.x;
        if (axis == "y") domain.length.y = size.y;
        if (axis == "z") domain.length.z = size.z;
    }
    return domain;
}

std::uint16_t materialIndex(const Environment& environment, const std::string& name) {
    const auto& materials = environment.materials;
    const auto it =
        std::find_if(materials.begin(), materials.end(), [&](const Material& m) { return m.name == name; });
    TALUS_ASSERT(it != materials.end(), "a scene names a material that it does not have");
    return static_cast<std::uint16_t>(it - materials.begin());
}

std::size_t wallIndex(const Environment& environment, const std::string& name) {
    const auto& walls = environment.walls;
    const auto it = std::find_if(walls.begin(), walls.end(), [&](const Wall& w) { return w.name == name; });
    TALUS_ASSERT(it != walls.end(), "a scene names a wall that it does not have");
    return static_cast<std::size_t>(it - walls.begin());
}

}  // namespace talus::environment
