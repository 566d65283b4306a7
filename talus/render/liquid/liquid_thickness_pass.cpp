#include "talus/render/liquid/liquid_passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/liquid_balls.h"

namespace talus::render {
namespace {

constexpr double texels_per_radius = 1.8;  ///< enough, because thickness varies smoothly
constexpr int max_texel_pixels = 8;        ///< pixels along a side of a texel
constexpr double blur_radii = 1.0;         ///< standard deviation of the blur

}  // namespace

Result<LiquidThicknessPass> LiquidThicknessPass::create(const DrawSize& size) {
    LiquidThicknessPass pass;
    pass.size_ = size;
    pass.froth_ = gl::makeTexture(GL_RGBA32F, size.width, size.height);
    pass.froth_target_ = gl::makeFramebuffer({pass.froth_.name()}, 0);
    const std::string disc = shaders::liquid_disc;
    auto thickness = gl::makeProgram("liquid thickness", (disc + shaders::thickness_vertex).c_str(),
                                     shaders::thickness_fragment);
    if (!thickness.ok()) return thickness.error();
    auto blur = gl::makeProgram("liquid thickness blur", shaders::whole_picture_vertex,
                                shaders::thickness_blur_fragment);
    if (!blur.ok()) return blur.error();
    auto bubbles = gl::makeProgram("froth", (disc + shaders::froth_vertex).c_str(), shaders::froth_fragment);
    if (!bubbles.ok()) return bubbles.error();
    pass.thickness_ = std::move(*thickness);
    pass.blur_ = std::move(*blur);
    pass.bubbles_ = std::move(*bubbles);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void LiquidThicknessPass::resize(int width, int height) {
    if (width == width_ && height == height_) return;
    width_ = width;
    height_ = height;
    for (std::size_t k = 0; k < 2; ++k) {
        absorbed_[k] = gl::makeTexture(GL_RGBA32F, width, height);
        scattered_[k] = gl::makeTexture(GL_RG32F, width, height);
        target_[k] = gl::makeFramebuffer({absorbed_[k].name(), scattered_[k].name()}, 0);
    }
}

void LiquidThicknessPass::draw(const LiquidBuffers& liquid, const GeometryPass& geometry,
                               const LiquidSurfacePass& surface) {
    const int coarse = std::clamp(int(liquid.radius_pixels / texels_per_radius), 1, max_texel_pixels);
    resize((size_.width + coarse - 1) / coarse, (size_.height + coarse - 1) / coarse);
    const Float4 none{};
    glBindFramebuffer(GL_FRAMEBUFFER, target_[0].name());
    glViewport(0, 0, width_, height_);
    for (int k = 0; k < 2; ++k) glClearNamedFramebufferfv(target_[0].name(), GL_COLOR, k, none.data());
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(thickness_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.balls.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, liquid.matter.name());
    glBindTextureUnit(0, geometry.depth());
    glUniform1f(0, 0.8f * float(coarse) * liquid.pixel);
    glUniform2f(1, float(width_), float(height_));
    glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.ball_count);
    drawFroth(liquid, surface);
    glDisable(GL_BLEND);

    glViewport(0, 0, width_, height_);
    glUseProgram(blur_.name());
    glBindTextureUnit(0, geometry.depth());
    glUniform2f(1, float(width_), float(height_));
    glUniform1f(2, std::clamp(float(blur_radii * liquid.radius_pixels) / float(coarse), 0.7f, 6.0f));
    for (int axis = 0; axis < 2; ++axis) {
        const std::size_t from = axis == 0 ? 0 : 1;
        glBindFramebuffer(GL_FRAMEBUFFER, target_[1 - from].name());
        glBindTextureUnit(1, absorbed_[from].name());
        glBindTextureUnit(2, scattered_[from].name());
        glUniform2i(0, axis == 0 ? 1 : 0, axis == 0 ? 0 : 1);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

void LiquidThicknessPass::drawFroth(const LiquidBuffers& liquid, const LiquidSurfacePass& surface) const {
    const Float4 none{};
    glClearNamedFramebufferfv(froth_target_.name(), GL_COLOR, 0, none.data());
    if (liquid.froth_count == 0) return;
    glBindFramebuffer(GL_FRAMEBUFFER, froth_target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glUseProgram(bubbles_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.froth.name());
    glBindTextureUnit(1, surface.surface());
    glUniform1f(0, liquid.pixel);
    glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.froth_count);
}

}  // namespace talus::render
