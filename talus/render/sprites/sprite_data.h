#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"
#include "talus/render/sprites/cloud.h"

namespace talus::render {

/// One sprite, in the layout of the shader (`Sprite` in shaders/sprites.h).
struct SpriteItem {
    Float4 position;  ///< middle in pixels from the lower left, 1 / radius in pixels, distance ahead
    Float4 shape;  ///< half the streak in pixels (x, y), radius in shader units, 1: a point with a sharp edge
    Float4 matter;   ///< linear colour, share of light that the middle absorbs or emits
    Float4 light;    ///< share of sunlight on its sunny and on its far side, share of skylight, 1 - emission
    Float4 pattern;  ///< position in the noise (x, y), strength of the noise, emitted light
};

/// A shadow map (ShadowPass) in main memory.
struct ShadowMap {
    std::vector<float> depth;  ///< row by row
    int texels = 0;            ///< along a side
};

/// All sprites of a picture with their light, from the nearest to the farthest; and for each tile of pixels a
/// list of the sprites that overlap it.
struct SpriteData {
    Cloud to_sun;  ///< their optical depth towards the sun
    std::vector<SpriteItem> items;
    /// Where the list of each tile starts in `listed`, and where the last list ends.
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> listed;  ///< indices of items, in the order of the items
    int tile = 16;                      ///< pixels along a side
    int across = 0;                     ///< tiles in a row
};

bool hasSprites(const picture::Picture& picture);
SpriteData spriteData(const picture::Picture& picture, const Focus& focus, const FrameConstants& constants,
                      const DrawSize& size, const ShadowMap& sun);

}  // namespace talus::render
