#pragma once
#include <array>
#include <optional>

#include "talus/render/liquid/liquid_passes.h"

namespace talus::render {

/// All passes that a picture with liquids needs after the passes of its solid things.
class LiquidPicture {
  public:
    static Result<LiquidPicture> create(const DrawSize& size);

    /// The results of the passes that run before.
    struct EarlierPasses {
        const GeometryPass& geometry;
        const ShadowPass& shadow;
        const OcclusionPass& occlusion;
        SpritePass* sprites;  ///< after prepare(); null: no sprites
    };
    /// Returns the frame buffer that holds the picture. @param scene_linear as of DrawSize
    Result<GLuint> draw(const LiquidBuffers& liquid, const FrameConstants& constants,
                        const EarlierPasses& earlier, bool scene_linear);
    /// After draw(): the front of the liquid, and its share of each pixel (LiquidShadingPass).
    GLuint surface() const { return surface_.surface(); }
    GLuint water() const { return shading_[last_]->liquid.water(); }

  private:
    LiquidPicture(LiquidSunPass sun, LiquidSurfacePass surface, LiquidThicknessPass thickness)
        : sun_(std::move(sun)), surface_(std::move(surface)), thickness_(std::move(thickness)) {}

    /// The two passes that differ by whether there are sprites, and by the light that they give; made with
    /// the first picture that needs them.
    struct Shading {
        ShadingPass solid;
        LiquidShadingPass liquid;
    };
    Status createShading(std::optional<Shading>& shading, bool with_sprites, bool scene_linear);
    /// The depth of solid things and liquids, which hide sprites.
    GLuint depthForSprites(const GeometryPass& geometry);

    DrawSize size_;
    LiquidSunPass sun_;
    LiquidSurfacePass surface_;
    LiquidThicknessPass thickness_;
    std::array<std::optional<Shading>, 4> shading_;  ///< + 1: with sprites, + 2: scene-linear
    std::size_t last_ = 0;                           ///< index of the last that was drawn with
    gl::Texture depth_;
    gl::Framebuffer depth_target_;
};

}  // namespace talus::render
