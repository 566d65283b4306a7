#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/passes/frame_constants.h"
#include "talus/render/sprites/cloud.h"

namespace talus::render {

/// One sprite as the shader reads it; it mirrors `Sprite` of shaders/sprites.h.
struct SpriteItem {
    Float4 place;   ///< middle in pixels from the lower left, 1 / radius in pixels, distance ahead
    Float4 shape;   ///< half the streak in pixels, radius in shader units, 1: a point with a firm edge
    Float4 matter;  ///< linear colour, share of light that the middle takes away or gives off
    Float4 light;   ///< share of the sun at the sunny and at the far end, of the sky, how far it hides
    Float4 look;    ///< where in the noise, how much of it, glow
};

/// What the sun sees past: the shadow map, in main memory.
struct SunView {
    std::vector<float> depth;  ///< row by row
    int texels = 0;            ///< a side
};

/// All sprites of a picture, lit, from the nearest to the farthest, and which of them meet each tile of
/// pixels.
struct SpriteData {
    Cloud to_sun;  ///< the shade that they throw
    std::vector<SpriteItem> items;
    std::vector<std::uint32_t> first;   ///< where the list of each tile starts, and the end of the last
    std::vector<std::uint32_t> listed;  ///< indices of items, in their order
    int tile = 16;                      ///< pixels along a side
    int across = 0;                     ///< tiles in a row
};

bool hasSprites(const picture::Picture& picture);
SpriteData spriteData(const picture::Picture& picture, const Focus& focus, const FrameConstants& constants,
                      const DrawSize& size, const SunView& sun);

}  // namespace talus::render
