#pragma once
#include <array>

#include "talus/geometry/shapes.h"
#include "talus/math/rotation.h"

namespace talus::picture {

/// A box that contains liquids, such as a glass tank. Liquids end flat on its closed sides. The tank itself
/// is not drawn.
struct Tank {
    geometry::Box box;           ///< in the frame of the tank
    Rotation rotation{};         ///< rotation of that frame
    Vec3d shift{};               ///< translation of that frame [m]
    std::array<bool, 6> open{};  ///< which of the sides -x, +x, -y, +y, -z, +z are absent
};

}  // namespace talus::picture
