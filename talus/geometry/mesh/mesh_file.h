#pragma once
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/mesh/tidy_mesh.h"

/// Readers of triangle meshes: STL (text and binary), Wavefront OBJ and PLY (text and binary). Polygons are
/// cut into triangles (polygon.h). Colours, normals, textures and a byte order mark are ignored. Coordinates
/// that differ only by round-off become equal (snap_points.h).
namespace talus::geometry {

/// Reads a mesh; the ending of the file name decides the format. Error (Input) where the file is missing, not
/// a mesh, cut short or damaged, or has a number that is not finite, an index out of range, or no triangle
/// with an area.
/// @param removed gets the numbers of triangles that were left out: without area, and repeated ones
Result<Mesh> readMesh(const std::string& path, RemovedTriangles* removed = nullptr);

enum class MeshFormat { Stl, Obj, Ply };
Result<Mesh> parseMesh(std::string_view bytes, MeshFormat format, RemovedTriangles* removed = nullptr);

// Parsers of the formats. Their results are not yet checked for indices, numbers and areas.
Result<Mesh> parseStl(std::string_view bytes);
Result<Mesh> parseObj(std::string_view bytes);
Result<Mesh> parsePly(std::string_view bytes);

}  // namespace talus::geometry
