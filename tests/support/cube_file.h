#pragma once
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "tests/support/temporary_folder.h"

namespace talus::test {

/// Writes a cube about the origin as an OBJ file, its triangles counter-clockwise seen from outside.
/// @param half of its side [m] @param triangles 12: closed; fewer: open @param inwards seen from inside
inline std::string cubeFile(const TemporaryFolder& folder, double half, std::size_t triangles = 12,
                            bool inwards = false) {
    const std::string path = (folder / "cube.obj").string();
    std::ofstream file(path);
    for (int k = 0; k < 8; ++k)
        file << fmt::format("v {} {} {}\n", k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half);
    constexpr int corners[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (std::size_t t = 0; t < triangles; ++t)
        file << fmt::format("f {} {} {}\n", corners[t][0] + 1, corners[t][inwards ? 2 : 1] + 1,
                            corners[t][inwards ? 1 : 2] + 1);
    return path;
}

}  // namespace talus::test
