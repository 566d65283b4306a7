#pragma once
#include <cstddef>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// What tidy() took out of a mesh.
struct RemovedTriangles {
    std::size_t without_area = 0;  ///< now in Mesh::slivers
    std::size_t repeated = 0;      ///< had the corners of another triangle, in whatever order
};

/// Takes out triangles that meshes from drawing programs often have and that nothing should touch: those
/// without area (the poles of a sphere), which have no normal, and those that are there twice (surfaces drawn
/// with a front and a back), which would push twice. What stays keeps its order.
/// @pre the triangles' indices are those of points
RemovedTriangles tidy(Mesh& mesh);

}  // namespace talus::geometry
