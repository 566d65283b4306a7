#pragma once
#include "talus/render/passes/passes.h"

namespace talus::render {

/// The share of each pixel that shows anything but the background, for transparent pictures.
class CoveragePass {
  public:
    static Result<CoveragePass> create(const DrawSize& size);
    /// @param water of LiquidShadingPass, 0: there is no liquid. @param sprites null: there are none
    void draw(const GeometryPass& geometry, GLuint water, GLuint surface, const SpritePass* sprites) const;
    /// One byte a pixel, rows from the bottom up.
    std::vector<std::uint8_t> shares() const;

  private:
    DrawSize size_;
    gl::Texture cover_;
    gl::Framebuffer target_;
    gl::Program program_;
    gl::VertexArray no_vertices_;
};

}  // namespace talus::render
