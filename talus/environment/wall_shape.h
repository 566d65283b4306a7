#pragma once
#include <optional>

#include "talus/environment/wall.h"

namespace talus::environment {

/// The smallest box around a wall where the scene puts it; a plane has none.
std::optional<geometry::Box> boundsOf(const Wall& wall);

/// The middle of a wall, or a plane's `point`: the torque on the wall is about it.
Vec3d referenceOf(const Wall& wall);

/// Whether grains are outside of it alone.
bool isObstacle(const Wall& wall);

/// Whether it is a shell or plate without thickness, with grains on both sides.
bool isThin(const Wall& wall);

}  // namespace talus::environment
