#pragma once
#include <cstddef>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Numbers of triangles that tidy() removed from a mesh.
struct RemovedTriangles {
    std::size_t without_area = 0;  ///< moved to Mesh::slivers
    std::size_t repeated = 0;      ///< with the corners of another triangle, in any order
};

/// Removes triangles that meshes from drawing programs often have and that must not have contacts: those
/// without area (at the poles of a sphere), which have no normal, and repeated ones (surfaces drawn with a
/// front and a back), which would act twice. The others keep their order.
/// @pre the triangles' indices are those of points
RemovedTriangles tidy(Mesh& mesh);

}  // namespace talus::geometry
