#pragma once
#include <vector>

#include "talus/environment/walls.h"

/// What must not begin in walls.
namespace talus::environment {

/// The walls before there is a state, with those of bodies where they begin.
/// @param scene the walls as in the scene, in the order of `walls`
WallsAt wallsAtStart(const Walls& walls, const std::vector<Wall>& scene);

/// Whether a ball overlaps a wall with one free side, or a body.
bool overlapsSolid(const WallsAt& walls, const Vec3d& centre, double radius);

}  // namespace talus::environment
