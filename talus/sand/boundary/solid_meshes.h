#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/wall.h"
#include "talus/environment/walls.h"

namespace talus::sand {

/// Which meshes are solids. Triangles of a mesh are thin faces, with sand on both sides. Those of a closed
/// mesh with enough of its inside behind them have sand on their outer side only: for them the mesh is a
/// solid, by the signed distance from it. A closed wall in which sand begins is a vessel, and no solid.
class SolidMeshes {
  public:
    SolidMeshes() = default;
    /// @param scene the walls as in the scene, in the order of `walls` @param cell [m]
    /// @param sources boxes in which sand begins
    SolidMeshes(const std::vector<environment::Wall>& scene, const environment::Walls& walls, double cell,
                const std::vector<geometry::Box>& sources);

    /// Whether a wall is a closed mesh whose triangles face outwards, and no vessel. One that deforms is not.
    bool isClosed(std::size_t wall) const { return closed_[wall] != 0; }
    /// Whether it also has triangles with its inside behind them.
    bool isSolid(std::size_t wall) const { return solid_[wall] != 0; }
    /// Whether a face is such a triangle.
    bool isBacked(std::size_t face) const { return backed_[face] != 0; }

  private:
    std::vector<std::uint8_t> closed_, solid_;  ///< of each wall
    std::vector<std::uint8_t> backed_;          ///< of each face
};

/// The sides of a closed mesh around a point inside it: the planes of the triangles within `reach` that it is
/// on or behind. Of triangles whose normals are less than 45 degrees apart only the nearest.
/// @param x in the scene's frame @param reach [m] @param tolerance in front of a plane [m]
void findMeshSides(const environment::WallsAt& walls, std::size_t wall, const Vec3d& x, double reach,
                   double tolerance, std::vector<environment::WallDistance>& sides);

}  // namespace talus::sand
