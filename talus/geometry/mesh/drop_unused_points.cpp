#include "talus/geometry/mesh/drop_unused_points.h"

#include <cstdint>
#include <vector>

namespace talus::geometry {

std::size_t dropUnusedPoints(Mesh& mesh) {
    std::vector<std::uint8_t> used(mesh.points.size(), 0);
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle) used[corner] = 1;
    std::vector<std::uint32_t> next(mesh.points.size(), 0);
    std::uint32_t kept = 0;
    for (std::size_t p = 0; p < used.size(); ++p) {
        if (used[p] == 0) continue;
        mesh.points[kept] = mesh.points[p];
        next[p] = kept++;
    }
    mesh.slivers.clear();
    const std::size_t dropped = mesh.points.size() - kept;
    mesh.points.resize(kept);
    for (auto& triangle : mesh.triangles)
        for (std::uint32_t& corner : triangle) corner = next[corner];
    return dropped;
}

}  // namespace talus::geometry
