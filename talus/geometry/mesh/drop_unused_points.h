#pragma once
#include <cstddef>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Removes the points that belong to no triangle with an area, and the slivers; other points keep their
/// order. Returns how many were removed.
std::size_t dropUnusedPoints(Mesh& mesh);

}  // namespace talus::geometry
