#pragma once
#include <optional>

#include "talus/geometry/mesh/mesh.h"
#include "talus/method/checking.h"

namespace talus::method {

/// Memory of a triangle of a mesh [bytes]. bytes_of_triangle includes its share of the points.
/// bytes_of_wall_triangle, for walls and bodies, also includes its faces and the structures that find them in
/// steps (measured: 280 for grains, 400 for water).
inline constexpr double bytes_of_triangle = 50, bytes_of_wall_triangle = 400;

/// Reads the mesh that the key `file` of a table names; the path becomes absolute. Adds an error at that key
/// where the mesh cannot be used, and a warning where triangles of it are left out.
/// @param triangle_bytes memory of a triangle in the whole run
std::optional<geometry::Mesh> readMesh(const Checking& checking, std::string_view section, std::size_t index,
                                       std::string& file, double triangle_bytes = bytes_of_triangle);

}  // namespace talus::method
