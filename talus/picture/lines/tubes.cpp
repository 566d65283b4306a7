#include "talus/picture/lines/tubes.h"

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "talus/geometry/closest_point.h"

namespace talus::picture {
namespace {

/// A point as a key: surfaces whose triangles share no corners still share these.
using Key = std::array<double, 3>;
Key keyOf(const Vec3d& p) { return {p.x, p.y, p.z}; }

struct Edge {
    Vec3d normal;   ///< of the first triangle, unit
    int count = 0;  ///< of triangles
    bool bends = false;
};

}  // namespace

Mesh tubesMesh(std::span<const Tube> tubes, std::uint32_t around) {
    Mesh mesh;
    for (const Tube& tube : tubes) {
        if (!(length(tube.to - tube.from) > 0)) continue;
        const Vec3d axis = normalized(tube.to - tube.from), u = geometry::perpendicularTo(axis),
                    v = cross(axis, u);
        const auto first = static_cast<std::uint32_t>(mesh.position.size());
        for (std::uint32_t turn = 0; turn < around; ++turn) {
            const double angle = 2 * std::numbers::pi * turn / around;
            const Vec3d out = u * std::cos(angle) + v * std::sin(angle);
            for (const Vec3d& end : {tube.from, tube.to}) {
                mesh.position.push_back(end + out * tube.radius);
                mesh.normal.push_back(out);
                mesh.colour.push_back(tube.colour);
            }
            const std::uint32_t a = first + 2 * turn, b = first + 2 * ((turn + 1) % around);
            mesh.triangle.push_back({a, b, a + 1});
            mesh.triangle.push_back({a + 1, b, b + 1});
        }
    }
    return mesh;
}

std::vector<Tube> edgesOf(const geometry::Box& box, double radius, Colour colour) {
    std::vector<Tube> edges;
    for (int corner = 0; corner < 8; ++corner)
        for (const int bit : {1, 2, 4})
            if ((corner & bit) == 0)
                edges.push_back(
                    {geometry::cornerOf(box, corner), geometry::cornerOf(box, corner | bit), radius, colour});
    return edges;
}

std::vector<Tube> edgesOf(const Mesh& mesh, double radius, Colour colour) {
    constexpr double bend = 0.866;  // cosine of 30 degrees
    std::map<std::pair<Key, Key>, Edge> known;
    for (const auto& triangle : mesh.triangle) {
        const Vec3d &a = mesh.position[triangle[0]], &b = mesh.position[triangle[1]],
                    &c = mesh.position[triangle[2]];
        const Vec3d twice_area = cross(b - a, c - a);
        if (!(length(twice_area) > 0)) continue;
        const Vec3d normal = normalized(twice_area);
        for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
            const Key from = keyOf(p), to = keyOf(q);
            Edge& edge = known[{std::min(from, to), std::max(from, to)}];
            if (edge.count++ == 0) edge.normal = normal;
            edge.bends = edge.bends || std::abs(dot(edge.normal, normal)) < bend;
        }
    }
    std::vector<Tube> edges;
    for (const auto& [ends, edge] : known)
        if (edge.count == 1 || edge.bends) {
            const auto& [from, to] = ends;
            edges.push_back({{from[0], from[1], from[2]}, {to[0], to[1], to[2]}, radius, colour});
        }
    return edges;
}

}  // namespace talus::picture
