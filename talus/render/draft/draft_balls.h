#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"

namespace talus::render {

/// All that drafts draw as balls: grains, the particles of liquids, sprites, and spheres among the obstacles.
/// In shader units.
struct DraftBalls {
    std::vector<Float4> ball;         ///< centre and radius; a radius < 0 is a diameter in pixels
    std::vector<std::uint32_t> look;  ///< sRGB and cover (255: solid), red in the low byte
    /// Spheres among the obstacles; a radius < 0 shows the inner side.
    std::vector<Float4> obstacle;
    std::vector<std::uint32_t> obstacle_look;
};
DraftBalls draftBalls(const picture::Picture& picture, const Focus& focus);

/// Which balls a camera sees.
struct DraftOrder {
    std::vector<std::uint32_t> points;  ///< small ones, from the nearest to the farthest, roughly
    std::vector<std::uint32_t> large;   ///< those that cover many pixels
};
DraftOrder orderOf(const std::vector<Float4>& balls, const FrameConstants& constants);

}  // namespace talus::render
