#pragma once
#include <span>

#include "talus/geometry/mesh/mesh.h"
#include "talus/io/file.h"

/// Surfaces of triangles in the formats of other programs.
namespace talus::io {

/// What the points of a mesh have besides their places: a value for each, or nothing.
struct PointValues {
    std::span<const Vec3f> normal{};    ///< unit
    std::span<const Vec3f> velocity{};  ///< m/s
};

/// Binary STL: single precision, a normal a triangle.
Status writeStl(const ConfinedPath& path, const geometry::Mesh& mesh);
/// Wavefront OBJ: text from which the same bits can be read back. It has normals and no velocities.
Status writeObj(const ConfinedPath& path, const geometry::Mesh& mesh, const PointValues& values = {});
/// Binary little-endian PLY: x, y, z in double precision, then nx, ny, nz and velocity_x, velocity_y,
/// velocity_z in single where there are such. @param time [s], in a comment
Status writeMeshPly(const ConfinedPath& path, const geometry::Mesh& mesh, const PointValues& values,
                    double time);

}  // namespace talus::io
