#pragma once
#include <array>

#include "talus/geometry/shapes.h"
#include "talus/math/rotation.h"

namespace talus::picture {

/// A box that holds liquids, of glass or without a front: they end flat on its closed sides. It is not drawn
/// itself.
struct Tank {
    geometry::Box box;           ///< in its own frame
    Rotation turn{};             ///< of that frame
    Vec3d shift{};               ///< of that frame [m]
    std::array<bool, 6> open{};  ///< sides -x, +x, -y, +y, -z, +z that are left out
};

}  // namespace talus::picture
