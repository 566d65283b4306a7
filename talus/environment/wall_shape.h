#pragma once
#include <optional>

#include "talus/environment/wall.h"

namespace talus::environment {

/// The bounding box of a wall at its position in the scene; a plane has none.
std::optional<geometry::Box> boundsOf(const Wall& wall);

/// The reference point for torque on a wall: its middle, or a plane's `point`.
Vec3d referenceOf(const Wall& wall);

/// Whether the wall is a solid obstacle, with grains on its outside only.
bool isObstacle(const Wall& wall);

/// Whether the wall is a shell or plate without thickness, with grains on both sides.
bool isThin(const Wall& wall);

}  // namespace talus::environment
