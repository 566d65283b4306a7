#pragma once
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/mesh/tidy_mesh.h"

/// Triangle meshes from STL (text and binary), Wavefront OBJ and PLY (text and binary). Polygons are cut
/// into triangles (polygon.h); colours, normals, textures and a byte order mark are passed
/// over. Coordinates that differ by round-off alone become one (snap_points.h).
namespace talus::geometry {

/// The name's ending decides the format. Errors: Input when the file is missing, no mesh, cut short or
/// damaged, holds a number that is not finite, an index out of range, or no triangle with an area.
/// @param untidy what was left out: triangles without area, and those that are there twice
Result<Mesh> readMesh(const std::string& path, RemovedTriangles* untidy = nullptr);

enum class MeshFormat { Stl, Obj, Ply };
Result<Mesh> parseMesh(std::string_view bytes, MeshFormat format, RemovedTriangles* untidy = nullptr);

// The formats one by one; what they give is not yet checked for indices, numbers and areas.
Result<Mesh> parseStl(std::string_view bytes);
Result<Mesh> parseObj(std::string_view bytes);
Result<Mesh> parsePly(std::string_view bytes);

}  // namespace talus::geometry
