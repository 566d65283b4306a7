#pragma once
#include "talus/render/liquid/liquid_data.h"
#include "talus/render/passes/passes.h"

/// The passes of a picture with liquids. They draw a liquid surface in screen space over the lit picture of
/// the solid things. The method follows van der Laan, Green and Sainz 2009, "Screen space fluid rendering
/// with curvature flow".
namespace talus::render {

/// LiquidData in graphics memory.
struct LiquidBuffers {
    gl::Buffer balls, matter, surface_balls, surface_codes, side_discs, side_disc_codes, froth, optics, tanks;
    int ball_count = 0, surface_ball_count = 0, side_disc_count = 0, froth_count = 0;
    bool has_tanks = false;
    double radius_pixels = 1;  ///< the mean radius, at the distance of the camera's target
    float pixel = 1;           ///< length of a pixel at distance 1
};
LiquidBuffers upload(const LiquidData& data, const FrameConstants& constants);

/// The liquids as seen from the sun. ShadingPass attenuates and tints sunlight with them.
class LiquidSunPass {
  public:
    static Result<LiquidSunPass> create(const DrawSize& size);
    void draw(const LiquidBuffers& liquid, const FrameConstants& constants) const;
    /// Binds the results to texture units 8 to 10.
    void bind() const;

  private:
    int texels_ = 0;
    gl::Texture optical_depth_, front_, back_;
    gl::Framebuffer target_;
    gl::Program balls_;
    gl::VertexArray no_vertices_;
};

/// The smoothed surface. For each pixel: depth, radius of the ball there, share of liquid in the pixels
/// around, and SurfaceCode.
class LiquidSurfacePass {
  public:
    static Result<LiquidSurfacePass> create(const DrawSize& size);
    void draw(const LiquidBuffers& liquid);
    GLuint surface() const { return surface_[last_].name(); }
    /// The surface before it is cut off at the sides of tanks.
    GLuint uncut() const { return surface_[0].name(); }
    /// The second surface of a pixel and its share of the pixel. Only pixels on the line where the surface
    /// meets a side of its tank have two surfaces.
    GLuint other() const { return other_.name(); }
    /// Adds the surface to a depth texture with the samples of GeometryPass.
    void addTo(const gl::Framebuffer& depth) const;

  private:
    DrawSize size_;
    gl::Texture depth_;
    std::array<gl::Texture, 2> surface_;
    std::size_t last_ = 0;  ///< index of the finished surface
    gl::Texture other_;
    gl::Framebuffer ball_target_, cut_target_;
    std::array<gl::Framebuffer, 2> filter_target_;
    gl::Program balls_, side_discs_, filter_, cut_, add_depth_;
    gl::VertexArray no_vertices_;
};

/// For each ray up to the first solid surface: the absorption, the scattering and the length of the liquid,
/// and the amount of froth.
class LiquidThicknessPass {
  public:
    static Result<LiquidThicknessPass> create(const DrawSize& size);
    void draw(const LiquidBuffers& liquid, const GeometryPass& geometry, const LiquidSurfacePass& surface);
    GLuint absorbed() const { return absorbed_[0].name(); }
    GLuint scattered() const { return scattered_[0].name(); }
    GLuint froth() const { return froth_.name(); }

  private:
    DrawSize size_;
    /// The size of the thickness map. It is coarser than the picture if balls are large.
    int width_ = 0, height_ = 0;
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
    /// @param with_sprites whether a SpritePass runs before it
    static Result<LiquidShadingPass> create(const DrawSize& size, bool with_sprites);
    void draw(const LiquidBuffers& liquid, const GeometryPass& geometry, const ShadowPass& shadow,
              const ShadingPass& lit, const LiquidSurfacePass& surface, const LiquidThicknessPass& thickness,
              const SpritePass* sprites) const;
    GLuint framebuffer() const { return target_.name(); }
    /// The colour of the liquid, and its share of the pixel.
    GLuint water() const { return water_.name(); }

  private:
    DrawSize size_;
    gl::Texture colour_, water_;
    gl::Framebuffer target_, water_target_;
    gl::Program once_, shade_;
    gl::VertexArray no_vertices_;
};

}  // namespace talus::render
