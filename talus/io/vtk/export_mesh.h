#pragma once
#include <span>

#include "talus/geometry/mesh/mesh.h"
#include "talus/io/file.h"

/// Writes surfaces of triangles in formats of other programs.
namespace talus::io {

/// Values of the points of a mesh in addition to their positions: one for each point, or none.
struct PointValues {
    std::span<const Vec3f> normal{};    ///< unit
    std::span<const Vec3f> velocity{};  ///< m/s
};

/// Binary STL: single precision, one normal for each triangle.
Status writeStl(const ConfinedPath& path, const geometry::Mesh& mesh);
/// Wavefront OBJ: text from which the same bits can be read back. It has normals and no velocities.
Status writeObj(const ConfinedPath& path, const geometry::Mesh& mesh, const PointValues& values = {});
/// Binary little-endian PLY: x, y, z in double precision, then nx, ny, nz and velocity_x, velocity_y,
/// velocity_z in single precision where `values` has them. @param time [s], in a comment
Status writeMeshPly(const ConfinedPath& path, const geometry::Mesh& mesh, const PointValues& values,
                    double time);

}  // namespace talus::io
