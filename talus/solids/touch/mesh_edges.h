#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/math/vec.h"

namespace talus::solids {

/// Which normals contacts with a surface of triangles may have.
///
/// A body that rests on a surface overlaps it a little. Where it reaches past the edge of a triangle by less
/// than that, the shortest way out of this triangle is sideways, and the body that slides over the surface is
/// stopped by edges that no one can see. So a normal counts only if it points from the place of the contact
/// into free space: inside of a triangle it is that of the triangle; at an edge it is between those of its
/// two triangles, if the edge is convex (its Voronoi region), else that of one of them. Other normals become
/// the nearest of these.
class MeshEdges {
  public:
    /// @param corners of each triangle, in its order
    explicit MeshEdges(std::vector<std::array<Vec3d, 3>> corners);

    /// The nearest normal that a contact may have. All is in the frame of the surface.
    /// @param normal unit, from the surface @param body a point of the body: on which side of the surface it
    /// is
    /// @param near distance up to which a place is on an edge
    Vec3d allowed(std::size_t triangle, const Vec3d& place, const Vec3d& normal, const Vec3d& body,
                  double near) const;

  private:
    static constexpr std::uint32_t none = 0xffffffff;

    std::vector<std::array<Vec3d, 3>> corners_;
    std::vector<std::array<std::uint32_t, 3>> other_;  ///< triangle on the other side of each edge
};

}  // namespace talus::solids
