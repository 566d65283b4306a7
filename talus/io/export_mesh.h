#pragma once
#include "talus/geometry/mesh.h"
#include "talus/io/file.h"

/// Surfaces of triangles in the formats of other programs.
namespace talus::io {

/// Binary STL: single precision, a normal a triangle.
Status writeStl(const ConfinedPath& path, const geometry::Mesh& mesh);
/// Wavefront OBJ: text from which the same bits can be read back.
Status writeObj(const ConfinedPath& path, const geometry::Mesh& mesh);

}  // namespace talus::io
