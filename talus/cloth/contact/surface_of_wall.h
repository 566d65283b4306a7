#pragma once
#include "talus/environment/wall.h"
#include "talus/geometry/mesh/mesh.h"

namespace talus::cloth {

/// The surface of a wall as triangles in the wall's own frame, each point once. Round shapes have 24 sides
/// around and touch the true shape from outside (obstacles) or inside (containers). Empty for a plane, which
/// has no end.
geometry::Mesh surfaceOf(const environment::Wall& wall);

/// The planes of walls that are planes; a sheet is in front of them.
struct HalfSpace {
    std::size_t wall = 0;
    Vec3d point, normal;  ///< in the wall's own frame; unit normal
};

}  // namespace talus::cloth
