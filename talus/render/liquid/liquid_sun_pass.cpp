#include <algorithm>

#include "talus/render/liquid/liquid_passes.h"
#include "talus/render/shaders/liquid_sun.h"

namespace talus::render {

LiquidBuffers upload(const LiquidData& data, const FrameConstants& constants) {
    const auto buffer = [](const auto& items) {
        return gl::makeBuffer(items.data(), items.size() * sizeof(items[0]));
    };
    LiquidBuffers buffers;
    buffers.balls = buffer(data.balls);
    buffers.matter = buffer(data.matter);
    buffers.surface_balls = buffer(data.surface_balls);
    buffers.surface_codes = buffer(data.surface_codes);
    buffers.side_discs = buffer(data.side_discs);
    buffers.side_disc_codes = buffer(data.side_disc_codes);
    buffers.tanks = buffer(data.tanks);
    buffers.froth = buffer(data.froth);
    buffers.optics = buffer(data.optics);
    buffers.ball_count = int(data.balls.size());
    buffers.surface_ball_count = int(data.surface_balls.size());
    buffers.side_disc_count = int(data.side_discs.size());
    buffers.has_tanks = !data.tanks.empty();
    buffers.froth_count = int(data.froth.size());
    buffers.pixel = constants.picture[3];
    buffers.radius_pixels = data.radius / (double(constants.picture[3]) * data.ahead);
    return buffers;
}

Result<LiquidSunPass> LiquidSunPass::create(const DrawSize& size) {
    LiquidSunPass pass;
    // Coarser than the shadow map, because the shade of a liquid changes smoothly.
    pass.texels_ = std::max(256, size.shadow_texels / 4);
    pass.optical_depth_ = gl::makeTexture(GL_RGBA32F, pass.texels_, pass.texels_);
    pass.front_ = gl::makeTexture(GL_R32F, pass.texels_, pass.texels_);
    pass.back_ = gl::makeTexture(GL_R32F, pass.texels_, pass.texels_);
    filterLinearly(pass.optical_depth_);
    pass.target_ =
        gl::makeFramebuffer({pass.optical_depth_.name(), pass.front_.name(), pass.back_.name()}, 0);
    auto balls =
        gl::makeProgram("liquid in the sun", shaders::liquid_sun_vertex, shaders::liquid_sun_fragment);
    if (!balls.ok()) return balls.error();
    pass.balls_ = std::move(*balls);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void LiquidSunPass::draw(const LiquidBuffers& liquid, const FrameConstants& constants) const {
    const Float4 none{}, far{2, 2, 2, 2}, near{-1, -1, -1, -1};
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, texels_, texels_);
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 0, none.data());
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 1, far.data());
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 2, near.data());
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glBlendEquationi(0, GL_FUNC_ADD);
    glBlendEquationi(1, GL_MIN);
    glBlendEquationi(2, GL_MAX);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(balls_.name());
    glUniform4fv(0, 1, constants.light_side.data());
    glUniform4fv(1, 1, constants.light_top.data());
    glUniform1f(2, 1.2f * constants.shadow[0] / float(texels_));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.balls.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, liquid.matter.name());
    glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.ball_count);
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
}

void LiquidSunPass::bind() const {
    glBindTextureUnit(8, optical_depth_.name());
    glBindTextureUnit(9, front_.name());
    glBindTextureUnit(10, back_.name());
}

}  // namespace talus::render
