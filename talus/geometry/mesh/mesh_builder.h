#pragma once
#include <array>
#include <map>
#include <vector>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Makes a mesh of triangles of which points at the same position are one. Triangles with two equal corners
/// are left out.
class MeshBuilder {
  public:
    void triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c);
    /// Two triangles. Seen from the side that its normal points to, the corners run counter-clockwise.
    void quad(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);
    /// A surface of revolution: rings at heights along the axis, each with its radius. Normals point away
    /// from the axis where the heights increase.
    /// @param axis unit @param rings height and radius of each [m] @param sides of the polygon that stands
    /// for a circle; its corners are on the circle
    void revolve(const Vec3d& from, const Vec3d& axis, const std::vector<std::array<double, 2>>& rings,
                 int sides);
    Mesh take() { return std::move(mesh_); }

  private:
    std::uint32_t point(const Vec3d& p);

    Mesh mesh_;
    std::map<std::array<double, 3>, std::uint32_t> known_;
};

}  // namespace talus::geometry
