#pragma once
#include "talus/environment/wall.h"
#include "talus/geometry/mesh/mesh.h"

namespace talus::run {

/// Number of sides of the polygon that stands for a circle in exported meshes. Its corners are on the circle,
/// so a cylinder has 0.3 % less volume than it should, and a ball 0.7 %.
inline constexpr int exported_sides = 48;

/// The triangles of a wall or of a body, in its own frame. Those of solids (bodies too) are closed and face
/// outwards; those of a container face inwards, and its open sides and ends are left out. Empty for planes,
/// which have no end, and for walls that deform.
geometry::Mesh meshOf(const environment::Wall& wall);

}  // namespace talus::run
