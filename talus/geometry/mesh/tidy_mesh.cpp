#include "talus/geometry/mesh/tidy_mesh.h"

#include <algorithm>
#include <utility>

#include "talus/core/hash.h"

namespace talus::geometry {
namespace {

using Places = std::array<std::array<double, 3>, 3>;

bool hasArea(const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    const Vec3d a = q - p, b = r - p, c = r - q;
    // Below this the direction of the normal is round-off of the points.
    const double longest = std::max({length(a), length(b), length(c)});
    return longest > 1e-30 && length(cross(a, b)) > 1e-9 * longest * longest;
}

/// Where the corners are, in an order that does not depend on theirs. -0 and 0 are one place.
Places placesOf(const Mesh& mesh, const std::array<std::uint32_t, 3>& triangle) {
    Places places;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d& p = mesh.points[triangle[k]];
        places[k] = {p.x + 0.0, p.y + 0.0, p.z + 0.0};
    }
    std::sort(places.begin(), places.end());
    return places;
}

std::uint64_t hashOf(const Places& places) {
    Hasher hasher;
    hasher.add(places.data(), sizeof places);
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
    for (std::size_t t = 0; t < triangles.size(); ++t) order[t] = {hashOf(placesOf(mesh, triangles[t])), t};
    std::sort(order.begin(), order.end());
    std::vector<char> again(triangles.size());
    for (std::size_t first = 0; first < order.size(); ++first) {
        if (again[order[first].second] != 0) continue;
        const Places own = placesOf(mesh, triangles[order[first].second]);
        for (std::size_t k = first + 1; k < order.size() && order[k].first == order[first].first; ++k) {
            char& twin = again[order[k].second];
            if (twin != 0 || placesOf(mesh, triangles[order[k].second]) != own) continue;
            twin = 1;
            ++found.repeated;
        }
    }
    if (found.repeated == 0) return found;
    std::size_t kept = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        if (again[t] == 0) triangles[kept++] = triangles[t];
    triangles.resize(kept);
    return found;
}

}  // namespace talus::geometry
