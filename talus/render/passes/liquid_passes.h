#pragma once
#include "talus/render/liquid/liquid_data.h"
#include "talus/render/passes/passes.h"

/// The passes of a picture with liquids: a surface drawn in screen space over what is already lit (van der
/// Laan, Green and Sainz 2009, "Screen space fluid rendering with curvature flow", for the method as a
/// whole).
namespace talus::render {

/// LiquidData on the graphics side.
struct LiquidBuffers {
    gl::Buffer balls, matter, skin, skin_code, wet, wet_code, froth, looks, tanks;
    int ball_count = 0, skin_count = 0, wet_count = 0, froth_count = 0;
    bool has_tanks = false;
    double radius_pixels = 1;  ///< the mean radius, where the camera looks
    float pixel = 1;           ///< length of a pixel at distance 1
};
LiquidBuffers upload(const LiquidData& data, const FrameConstants& constants);

/// The liquids as seen from the sun; ShadingPass tints the sun's light with it.
class LiquidSunPass {
  public:
    static Result<LiquidSunPass> create(const DrawSize& size);
    void draw(const LiquidBuffers& liquid, const FrameConstants& constants) const;
    /// To texture units 8 to 10.
    void bind() const;

  private:
    int texels_ = 0;
    gl::Texture taken_, front_, back_;
    gl::Framebuffer target_;
    gl::Program balls_;
    gl::VertexArray no_vertices_;
};

/// The smoothed surface: for each pixel depth, radius of a ball, share of liquid around, and its code.
class LiquidSurfacePass {
  public:
    static Result<LiquidSurfacePass> create(const DrawSize& size);
    void draw(const LiquidBuffers& liquid);
    GLuint surface() const { return surface_[last_].name(); }
    /// The surface before it is cut at the sides of tanks.
    GLuint uncut() const { return surface_[0].name(); }
    /// For pixels on the line where the surface meets the side of a tank: the second surface and its share.
    GLuint other() const { return other_.name(); }
    /// Adds the surface to a depth texture with the samples of GeometryPass.
    void addTo(const gl::Framebuffer& depth) const;

  private:
    DrawSize size_;
    gl::Texture depth_;
    std::array<gl::Texture, 2> surface_;
    std::size_t last_ = 0;  ///< index of the finished surface
    gl::Texture other_;
    gl::Framebuffer skin_target_, cut_target_;
    std::array<gl::Framebuffer, 2> filter_target_;
    gl::Program skin_, wet_, filter_, cut_, add_depth_;
    gl::VertexArray no_vertices_;
};

/// The length of liquid and the amount of froth on each ray before the first solid surface.
class LiquidThicknessPass {
  public:
    static Result<LiquidThicknessPass> create(const DrawSize& size);
    void draw(const LiquidBuffers& liquid, const GeometryPass& geometry, const LiquidSurfacePass& surface);
    GLuint absorbed() const { return absorbed_[0].name(); }
    GLuint scattered() const { return scattered_[0].name(); }
    GLuint froth() const { return froth_.name(); }

  private:
    DrawSize size_;
    int width_ = 0,
        height_ = 0;  ///< of the thickness map, which is coarser than the picture where balls are large
    std::array<gl::Texture, 2> absorbed_, scattered_;
    std::array<gl::Framebuffer, 2> target_;
    gl::Texture froth_;
    gl::Framebuffer froth_target_;
    gl::Program thickness_, blur_, bubbles_;
    gl::VertexArray no_vertices_;

    void resize(int width, int height);
    void drawFroth(const LiquidBuffers& liquid, const LiquidSurfacePass& surface) const;
};

/// The finished picture: liquid and sprites over the result of ShadingPass, averaged over the samples of a
/// pixel.
class LiquidShadingPass {
  public:
    /// @param with_sprites whether there is a SpritePass before it
    static Result<LiquidShadingPass> create(const DrawSize& size, bool with_sprites);
    void draw(const LiquidBuffers& liquid, const GeometryPass& geometry, const ShadowPass& shadow,
              const ShadingPass& lit, const LiquidSurfacePass& surface, const LiquidThicknessPass& thickness,
              const SpritePass* sprites) const;
    GLuint framebuffer() const { return target_.name(); }

  private:
    DrawSize size_;
    gl::Texture colour_, water_;
    gl::Framebuffer target_, water_target_;
    gl::Program once_, shade_;
    gl::VertexArray no_vertices_;
};

/// Texture filtering between texels, clamped at the edges.
void filterLinearly(const gl::Texture& texture);

}  // namespace talus::render
