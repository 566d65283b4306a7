#pragma once
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "talus/math/vec.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {

/// Writes a ball about the origin as an OBJ file: an octahedron whose triangles are halved along all sides.
/// @param radius [m] @param halvings 3: 512 triangles
inline std::string sphereFile(const TemporaryFolder& folder, double radius, int halvings) {
    std::vector<Vec3d> points{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::vector<std::array<std::size_t, 3>> triangles{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                                      {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int k = 0; k < halvings; ++k) {
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> middles;
        const auto between = [&](std::size_t a, std::size_t b) {
            const auto [at, is_new] = middles.try_emplace({std::min(a, b), std::max(a, b)}, points.size());
            if (is_new) points.push_back(normalized(points[a] + points[b]));
            return at->second;
        };
        std::vector<std::array<std::size_t, 3>> finer;
        for (const auto& [a, b, c] : triangles) {
            const std::size_t ab = between(a, b), bc = between(b, c), ca = between(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        triangles = finer;
    }
    const std::string path = (folder / "ball.obj").string();
    std::ofstream file(path);
    for (const Vec3d& p : points)
        file << fmt::format("v {} {} {}\n", p.x * radius, p.y * radius, p.z * radius);
    for (const auto& [a, b, c] : triangles) file << fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1);
    return path;
}

}  // namespace talus::test
