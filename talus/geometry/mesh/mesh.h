#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/geometry/shapes.h"

namespace talus::geometry {

/// A surface of triangles; they need not know of each other, nor agree on which side is out.
struct Mesh {
    std::vector<Vec3d> points;                            ///< [m]
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices into points
    /// Triangles without area that a file had (tidy_mesh.h): nothing touches them, but they belong to what
    /// closes a surface.
    std::vector<std::array<std::uint32_t, 3>> slivers{};
};

/// @pre it has points
Box boundsOf(const Mesh& mesh);

}  // namespace talus::geometry
