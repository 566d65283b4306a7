#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/geometry/shapes.h"

namespace talus::geometry {

/// A surface of triangles. They need not share points or be oriented consistently.
struct Mesh {
    std::vector<Vec3d> points;                            ///< [m]
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices into points
    /// Triangles of a file without area (tidy_mesh.h). They have no contacts, but count for whether the
    /// surface is closed.
    std::vector<std::array<std::uint32_t, 3>> slivers{};
};

/// @pre it has points
Box boundsOf(const Mesh& mesh);

}  // namespace talus::geometry
