#pragma once
#include <optional>

#include "talus/geometry/mesh/mesh.h"
#include "talus/method/checking.h"

namespace talus::method {

/// Memory of a triangle of a mesh [bytes]: with its part of the points; and as a wall or a body too, with its
/// faces and what finds them in the steps of grains (measured: 280; steps of water: 400).
inline constexpr double bytes_of_triangle = 50, bytes_of_wall_triangle = 400;

/// The mesh of the key `file` of a table, whose path becomes absolute. What is wrong with it is an error at
/// that key, and what of it is not used a warning.
/// @param triangle_bytes what a triangle takes in the whole run
std::optional<geometry::Mesh> readMesh(const Checking& checking, std::string_view section, std::size_t index,
                                       std::string& file, double triangle_bytes = bytes_of_triangle);

}  // namespace talus::method
