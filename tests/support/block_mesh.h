#pragma once
#include "talus/geometry/mesh/mesh.h"

namespace talus::test {

/// A block from the origin to `size`: 12 triangles that face outwards, bottom and top first.
inline geometry::Mesh blockMesh(const Vec3d& size) {
    const auto& [x, y, z] = size;
    return {{{0, 0, 0}, {x, 0, 0}, {x, y, 0}, {0, y, 0}, {0, 0, z}, {x, 0, z}, {x, y, z}, {0, y, z}},
            {{0, 3, 2},
             {0, 2, 1},
             {4, 5, 6},
             {4, 6, 7},
             {0, 1, 5},
             {0, 5, 4},
             {1, 2, 6},
             {1, 6, 5},
             {2, 3, 7},
             {2, 7, 6},
             {3, 0, 4},
             {3, 4, 7}}};
}

}  // namespace talus::test
