#pragma once
#include <optional>

#include "talus/render/passes/liquid_passes.h"

namespace talus::render {

/// All passes of a picture with liquids, behind those that draw what is solid.
class LiquidPicture {
  public:
    static Result<LiquidPicture> create(const DrawSize& size);

    /// What has been drawn before.
    struct Drawn {
        const GeometryPass& geometry;
        const ShadowPass& shadow;
        const OcclusionPass& occlusion;
        SpritePass* sprites;  ///< prepared; null: none
    };
    /// Returns the frame buffer that holds the picture.
    Result<GLuint> draw(const LiquidBuffers& liquid, const FrameConstants& constants, const Drawn& drawn);

  private:
    LiquidPicture(LiquidSunPass sun, LiquidSurfacePass surface, LiquidThicknessPass thickness)
        : sun_(std::move(sun)), surface_(std::move(surface)), thickness_(std::move(thickness)) {}

    /// The two passes that differ by whether there are sprites; made with the first picture that needs them.
    struct Shading {
        ShadingPass solid;
        LiquidShadingPass liquid;
    };
    Status createShading(std::optional<Shading>& shading, bool with_sprites);
    /// What hides sprites: solid things and liquids.
    GLuint depthForSprites(const GeometryPass& geometry);

    DrawSize size_;
    LiquidSunPass sun_;
    LiquidSurfacePass surface_;
    LiquidThicknessPass thickness_;
    std::optional<Shading> plain_, with_sprites_;
    gl::Texture depth_;
    gl::Framebuffer depth_target_;
};

}  // namespace talus::render
