#pragma once
#include <vector>

namespace talus::render {

/// A picture in scene-linear light, before tone mapping: 1 is about white paper in the sun, and what glows or
/// mirrors the sun is brighter. Rows from top to bottom.
struct LightImage {
    int width = 0, height = 0;
    std::vector<float> rgb;    ///< multiplied with alpha
    std::vector<float> alpha;  ///< empty: opaque
};

}  // namespace talus::render
