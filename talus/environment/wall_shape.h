#pragma once
#include <optional>

#include "talus/environment/wall.h"

namespace talus::environment {

/// The bounding box of a wall at its position in the scene; a plane has none, nor does a wall whose mesh has
/// not been read or belongs to a method that the caller does not meet (`rigidWallsOf`).
std::optional<geometry::Box> boundsOf(const Wall& wall);

/// The reference point for torque on a wall: its middle, a plane's `point`, or the origin if the wall
/// has no bounds.
Vec3d referenceOf(const Wall& wall);

/// Whether the wall is a solid obstacle, with grains on its outside only.
bool isObstacle(const Wall& wall);

/// Whether the wall is a shell or plate without thickness, with grains on both sides.
bool isThin(const Wall& wall);

}  // namespace talus::environment
