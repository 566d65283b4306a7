#pragma once
#include "talus/render/liquid/liquid_passes.h"
#include "talus/render/pixel_data.h"

namespace talus::render {

/// Adds the surface of liquids to the data of pixels, as pictures show it: where it covers at least half of a
/// pixel and nothing is in front of it.
class LiquidThingPass {
  public:
    /// @param size with one sample a pixel
    static Result<LiquidThingPass> create(const DrawSize& size);
    /// @param pixels of the solid things
    /// @param balls the same with balls in place of the liquids: which particle is nearest
    /// @param sets the index in the picture of each liquid of `liquid`
    void add(PixelData& pixels, const PixelData& balls, const LiquidBuffers& liquid,
             const FrameConstants& constants, const Focus& focus, const std::vector<std::size_t>& sets);

  private:
    explicit LiquidThingPass(const DrawSize& size, LiquidSurfacePass surface)
        : size_(size), surface_(std::move(surface)) {}

    DrawSize size_;
    LiquidSurfacePass surface_;
    gl::Texture shape_;
    gl::Framebuffer target_;
    gl::Program program_;
    gl::VertexArray no_vertices_;
};

}  // namespace talus::render
