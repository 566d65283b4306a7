#pragma once
#include <cstddef>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Sides of triangles without another triangle that has the same side the other way round: 0 where the
/// surface is closed, and all of its triangles agree on which side is out. Points at the same place count as
/// one.
std::size_t openSides(const Mesh& mesh);

}  // namespace talus::geometry
