#pragma once
#include <optional>

#include "talus/geometry/mesh/mesh.h"
#include "talus/method/checking.h"

namespace talus::method {

/// The mesh of the key `file` of a table, whose path becomes absolute. What is wrong with it is an error at
/// that key, and what of it is not used a warning.
std::optional<geometry::Mesh> readMesh(const Checking& checking, std::string_view section, std::size_t index,
                                       std::string& file);

}  // namespace talus::method
