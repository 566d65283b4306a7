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
};

/// @pre it has points
Box boundsOf(const Mesh& mesh);

}  // namespace talus::geometry
