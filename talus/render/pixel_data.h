#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace talus::render {

/// One of the things of a picture.
struct Thing {
    enum class Kind { Nothing, Sphere, Liquid, Mesh, Terrain, Obstacle };
    Kind kind = Kind::Nothing;
    std::size_t set = 0;   ///< index in the picture's list of that kind
    std::size_t item = 0;  ///< of a sphere or liquid: index of the ball; of a mesh: index of the triangle
    bool operator==(const Thing&) const = default;
};

/// What the middle of each pixel shows. Rows from top to bottom.
struct PixelData {
    int width = 0, height = 0;
    std::vector<float> depth;  ///< distance along the direction of view [m]; infinite: nothing
    std::vector<std::array<float, 3>> normal;  ///< unit, in the world; 0: nothing
    std::vector<Thing> thing;
};

}  // namespace talus::render
