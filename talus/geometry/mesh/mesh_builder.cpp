#include "talus/geometry/mesh/mesh_builder.h"

#include <cmath>
#include <numbers>

#include "talus/geometry/closest_point.h"

namespace talus::geometry {

void MeshBuilder::triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const std::array<std::uint32_t, 3> corners{point(a), point(b), point(c)};
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[0] != corners[2])
        mesh_.triangles.push_back(corners);
}

void MeshBuilder::quad(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    triangle(a, b, c);
    triangle(a, c, d);
}

void MeshBuilder::revolve(const Vec3d& from, const Vec3d& axis,
                          const std::vector<std::array<double, 2>>& rings, int sides) {
    const Vec3d u = perpendicularTo(axis), v = cross(axis, u);
    const auto at = [&](const std::array<double, 2>& ring, int k) {
        const double angle = 2 * std::numbers::pi * (k % sides) / sides;
        return from + axis * ring[0] + (u * std::cos(angle) + v * std::sin(angle)) * ring[1];
    };
    for (std::size_t r = 0; r + 1 < rings.size(); ++r)
        for (int k = 0; k < sides; ++k)
            quad(at(rings[r], k), at(rings[r], k + 1), at(rings[r + 1], k + 1), at(rings[r + 1], k));
}

std::uint32_t MeshBuilder::point(const Vec3d& p) {
    const auto [at, is_new] =
        known_.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(mesh_.points.size()));
    if (is_new) mesh_.points.push_back(p);
    return at->second;
}

}  // namespace talus::geometry
