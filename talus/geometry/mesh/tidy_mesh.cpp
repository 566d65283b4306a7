#include "talus/geometry/mesh/tidy_mesh.h"

#include <algorithm>
#include <utility>

#include "talus/core/hash.h"

namespace talus::geometry {
namespace {

using Positions = std::array<std::array<double, 3>, 3>;

bool hasArea(const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    const Vec3d a = q - p, b = r - p, c = r - q;
    // Below this limit the direction of the normal is determined by round-off of the points.
    const double longest = std::max({length(a), length(b), length(c)});
    return longest > 1e-30 && length(cross(a, b)) > 1e-9 * longest * longest;
}

/// The positions of the corners, sorted, so that they do not depend on the order of the corners. -0 becomes
/// 0.
Positions positionsOf(const Mesh& mesh, const std::array<std::uint32_t, 3>& triangle) {
    Positions positions;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d& p = mesh.points[triangle[k]];
        positions[k] = {p.x + 0.0, p.y + 0.0, p.z + 0.0};
    }
    std::sort(positions.begin(), positions.end());
    return positions;
}

std::uint64_t hashOf(const Positions& positions) {
    Hasher hasher;
    hasher.add(positions.data(), sizeof positions);
    return hasher.value();
}

}  // namespace

RemovedTriangles tidy(Mesh& mesh) {
    RemovedTriangles found;
    auto& triangles = mesh.triangles;
    const auto sliver = std::stable_partition(triangles.begin(), triangles.end(), [&](const auto& t) {
        return hasArea(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]);
    });
    mesh.slivers.insert(mesh.slivers.end(), sliver, triangles.end());
    found.without_area = static_cast<std::size_t>(triangles.end() - sliver);
    triangles.erase(sliver, triangles.end());

    std::vector<std::pair<std::uint64_t, std::size_t>> order(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        order[t] = {hashOf(positionsOf(mesh, triangles[t])), t};
    std::sort(order.begin(), order.end());
    std::vector<char> repeated(triangles.size());
    for (std::size_t first = 0; first < order.size(); ++first) {
        if (repeated[order[first].second] != 0) continue;
        const Positions own = positionsOf(mesh, triangles[order[first].second]);
        for (std::size_t k = first + 1; k < order.size() && order[k].first == order[first].first; ++k) {
            char& is_repeated = repeated[order[k].second];
            if (is_repeated != 0 || positionsOf(mesh, triangles[order[k].second]) != own) continue;
            is_repeated = 1;
            ++found.repeated;
        }
    }
    if (found.repeated == 0) return found;
    std::size_t kept = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        if (repeated[t] == 0) triangles[kept++] = triangles[t];
    triangles.resize(kept);
    return found;
}

}  // namespace talus::geometry
