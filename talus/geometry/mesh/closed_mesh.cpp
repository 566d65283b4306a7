#include "talus/geometry/mesh/closed_mesh.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace talus::geometry {
namespace {

/// For each point the index of one point at the same position, the same for all of them.
std::vector<std::uint32_t> firstAtPosition(const std::vector<Vec3d>& points) {
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto position = [&](std::uint32_t i) {
        return std::make_tuple(points[i].x, points[i].y, points[i].z);
    };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return position(a) < position(b); });
    std::vector<std::uint32_t> first(points.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        first[order[k]] =
            k > 0 && position(order[k]) == position(order[k - 1]) ? first[order[k - 1]] : order[k];
    return first;
}

}  // namespace

std::size_t openSides(const Mesh& mesh) {
    const std::vector<std::uint32_t> at = firstAtPosition(mesh.points);
    // For each side: how often triangles have it from the lower to the higher point, minus how often
    // reversed.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> sides;
    const auto count = [&](const std::array<std::uint32_t, 3>& triangle) {
        const std::uint32_t corner[3] = {at[triangle[0]], at[triangle[1]], at[triangle[2]]};
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t a = corner[k], b = corner[(k + 1) % 3];
            if (a != b) sides[std::minmax(a, b)] += a < b ? 1 : -1;
        }
    };
    for (const auto& triangle : mesh.triangles) count(triangle);
    for (const auto& triangle : mesh.slivers) count(triangle);
    std::size_t open = 0;
    for (const auto& [side, balance] : sides)
        open += static_cast<std::size_t>(balance < 0 ? -balance : balance);
    return open;
}

namespace {

/// On which side of the vertical line through the origin the line from a to b passes, seen from above: 1, -1,
/// or 0 where a and b are above each other. A line that meets it counts as if the origin were moved by an
/// infinitesimal e along x and e^2 along y, so that of the triangles around an edge or a corner below the
/// origin exactly those count that lie below the moved one (Edelsbrunner and Muecke 1990, "Simulation of
/// simplicity"). @param side the vertical part of a x b
int sideOf(const Vec3d& a, const Vec3d& b, double side) {
    if (side != 0) return side > 0 ? 1 : -1;
    if (a.y != b.y) return a.y > b.y ? 1 : -1;
    return a.x == b.x ? 0 : b.x > a.x ? 1 : -1;
}

}  // namespace

bool encloses(const Mesh& mesh, const Vec3d& p) {
    bool odd = false;
    for (const auto& [i, j, l] : mesh.triangles) {
        const Vec3d a = mesh.points[i] - p, b = mesh.points[j] - p, c = mesh.points[l] - p;
        const double ab = a.x * b.y - a.y * b.x, bc = b.x * c.y - b.y * c.x, ca = c.x * a.y - c.y * a.x;
        const int side = sideOf(a, b, ab);
        if (side != 0 && sideOf(b, c, bc) == side && sideOf(c, a, ca) == side)
            odd ^= (a.z * bc + b.z * ca + c.z * ab) / (ab + bc + ca) > 0;
    }
    return odd;
}

double volumeOf(const Mesh& mesh) {
    if (mesh.points.empty()) return 0;
    // The sum of tetrahedra from one of its points. With the origin instead, the terms of a distant mesh
    // would be huge and cancel.
    const Vec3d from = mesh.points.front();
    double six_times = 0;
    for (const auto& [i, j, l] : mesh.triangles)
        six_times += dot(mesh.points[i] - from, cross(mesh.points[j] - from, mesh.points[l] - from));
    return six_times / 6;
}

std::vector<Mesh> partsOf(const Mesh& mesh) {
    // Disjoint sets: each point leads to another point of its part, and the root to itself.
    std::vector<std::uint32_t> leads = firstAtPosition(mesh.points);
    const auto root = [&](std::uint32_t point) {
        while (leads[point] != point) point = leads[point] = leads[leads[point]];
        return point;
    };
    for (const auto& [a, b, c] : mesh.triangles)
        for (const std::uint32_t other : {b, c}) {
            const std::uint32_t x = root(a), y = root(other);
            leads[std::max(x, y)] = std::min(x, y);
        }
    constexpr std::uint32_t none = 0xffffffffu;
    std::vector<Mesh> parts;
    std::vector<std::uint32_t> part(mesh.points.size(), none), number(mesh.points.size(), none);
    for (const auto& triangle : mesh.triangles) {
        std::uint32_t& of = part[root(triangle[0])];
        if (of == none) {
            of = static_cast<std::uint32_t>(parts.size());
            parts.emplace_back();
        }
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t k = 0; k < 3; ++k) {
            std::uint32_t& point = number[triangle[k]];
            if (point == none) {
                point = static_cast<std::uint32_t>(parts[of].points.size());
                parts[of].points.push_back(mesh.points[triangle[k]]);
            }
            corners[k] = point;
        }
        parts[of].triangles.push_back(corners);
    }
    return parts;
}

}  // namespace talus::geometry
