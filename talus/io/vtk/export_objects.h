#pragma once
#include <span>
#include <string>

#include "talus/geometry/mesh/mesh.h"
#include "talus/io/file.h"

namespace talus::io {

struct NamedMesh {
    std::string name;     ///< without blanks
    geometry::Mesh mesh;  ///< [m]
};

/// Wavefront OBJ with an object ("o NAME") for each mesh: text from which the same bits can be read back.
Status writeObj(const ConfinedPath& path, std::span<const NamedMesh> objects);

}  // namespace talus::io
