#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "talus/geometry/mesh/triangle_tree.h"

namespace talus::solids {

/// Says whether a point is in the solid: a ray from it crosses the surface an odd number of times. The ray is
/// oblique, as many meshes have edges above each other.
class InsideTest {
  public:
    /// @param same distance below which points are the same [m]
    InsideTest(const geometry::Mesh& mesh, double same)
        : mesh_(mesh), same_(same), shadows_(shadowsOf(mesh)) {}

    bool operator()(const Vec3d& p) const {
        std::vector<std::uint32_t> near;
        shadows_.near(shadowOf(p), same_, near);
        return std::ranges::count_if(near, [&](std::uint32_t t) { return crosses(p, mesh_.triangles[t]); }) %
                   2 ==
               1;
    }

  private:
    bool crosses(const Vec3d& p, const std::array<std::uint32_t, 3>& corners) const {
        const auto& [i, j, k] = corners;
        const Vec3d a = mesh_.points[i] - p, ab = mesh_.points[j] - mesh_.points[i],
                    ac = mesh_.points[k] - mesh_.points[i];
        const Vec3d h = cross(along(), ac);
        const double det = dot(ab, h);
        if (det == 0) return false;
        const double u = -dot(a, h) / det;
        if (u < 0 || u > 1) return false;
        const Vec3d q = cross(-a, ab);
        const double v = dot(along(), q) / det;
        return v >= 0 && u + v <= 1 && dot(ac, q) / det > 0;
    }
    static Vec3d along() { return normalized(Vec3d{0.3172, 0.2243, 1}); }
    /// The projection of a point along the ray.
    static Vec3d shadowOf(const Vec3d& p) {
        const Vec3d u = normalized(cross(along(), Vec3d{1, 0, 0}));
        return {dot(p, u), dot(p, cross(along(), u)), 0};
    }
    static geometry::TriangleTree shadowsOf(const geometry::Mesh& mesh) {
        std::vector<geometry::Box> boxes;
        for (const auto& [i, j, k] : mesh.triangles)
            boxes.push_back(geometry::boundsOf(
                {{shadowOf(mesh.points[i]), shadowOf(mesh.points[j]), shadowOf(mesh.points[k])}, {}}));
        return geometry::TriangleTree(boxes);
    }

    const geometry::Mesh& mesh_;
    double same_;
    geometry::TriangleTree shadows_;  ///< over the projections of the triangles
};

}  // namespace talus::solids
