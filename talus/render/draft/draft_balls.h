#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"
#include "talus/render/passes/scene_buffers.h"

namespace talus::render {

/// Balls of a draft. In shader units.
struct DraftBalls {
    std::vector<Float4> ball;         ///< centre and radius
    std::vector<std::uint32_t> look;  ///< sRGB and cover (255: solid), red in the low byte
};
/// Grains, the particles of liquids, and sprites. A radius < 0 is a diameter in pixels.
DraftBalls draftBalls(const picture::Picture& picture, const Focus& focus);
/// Spheres among the obstacles. A radius < 0 shows the inner side.
DraftBalls draftObstacles(const picture::Picture& picture, const Focus& focus, Things things);

/// Which balls a camera sees.
struct DraftOrder {
    std::vector<std::uint32_t> points;  ///< small ones, from the nearest to the farthest, roughly
    std::vector<std::uint32_t> large;   ///< those that cover many pixels
};
DraftOrder orderOf(const std::vector<Float4>& balls, const FrameConstants& constants);

}  // namespace talus::render
