#include "talus/render/passes/liquid_passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/liquid_balls.h"
#include "talus/render/shaders/liquid_surface.h"
#include "talus/render/shaders/liquid_tank.h"

namespace talus::render {
namespace {

/// Half the width of the filter in drawn radii, each time that it goes over the surface; by eye: no ball
/// shows, and the last one takes away the marks of the taps.
constexpr std::array<float, 3> filter_radii{3.2f, 1.9f, 0.8f};
constexpr float most_pixels = 60;         ///< half the width at most
constexpr float most_filled_pixels = 12;  ///< a gap that is filled at an outline

}  // namespace

Result<LiquidSurfacePass> LiquidSurfacePass::create(const DrawSize& size) {
    LiquidSurfacePass pass;
    pass.size_ = size;
    pass.depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, size.width, size.height);
    for (std::size_t k = 0; k < 2; ++k) {
        pass.surface_[k] = gl::makeTexture(GL_RGBA32F, size.width, size.height);
        pass.filter_target_[k] = gl::makeFramebuffer({pass.surface_[k].name()}, 0);
    }
    pass.other_ = gl::makeTexture(GL_RGBA32F, size.width, size.height);
    pass.cut_target_ = gl::makeFramebuffer({pass.surface_[1].name(), pass.other_.name()}, 0);
    pass.skin_target_ = gl::makeFramebuffer({pass.surface_[0].name()}, pass.depth_.name());
    const std::string disc = shaders::liquid_disc, tanks = shaders::tank_functions;
    auto skin = gl::makeProgram("liquid", (disc + shaders::skin_vertex).c_str(), shaders::skin_fragment);
    if (!skin.ok()) return skin.error();
    auto filter =
        gl::makeProgram("liquid filter", shaders::whole_picture_vertex, shaders::surface_filter_fragment);
    if (!filter.ok()) return filter.error();
    auto wet = gl::makeProgram("liquid on sides", (disc + tanks + shaders::wet_side_vertex).c_str(),
                               shaders::wet_side_fragment);
    if (!wet.ok()) return wet.error();
    const std::string outline = shaders::outline_functions;
    auto cut = gl::makeProgram("liquid cut", shaders::whole_picture_vertex,
                               (tanks + outline + shaders::cut_fragment).c_str());
    if (!cut.ok()) return cut.error();
    const std::string add_source =
        tanks + outline + shaders::surface_functions + shaders::surface_depth_fragment;
    auto add = gl::makeProgram("liquid depth", shaders::whole_picture_vertex, add_source.c_str());
    if (!add.ok()) return add.error();
    pass.skin_ = std::move(*skin);
    pass.wet_ = std::move(*wet);
    pass.cut_ = std::move(*cut);
    pass.filter_ = std::move(*filter);
    pass.add_depth_ = std::move(*add);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void LiquidSurfacePass::draw(const LiquidBuffers& liquid) {
    const Float4 none{};
    const float farthest = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, skin_target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glClearNamedFramebufferfv(skin_target_.name(), GL_COLOR, 0, none.data());
    glClearNamedFramebufferfv(skin_target_.name(), GL_DEPTH, 0, &farthest);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(skin_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.skin.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, liquid.skin_code.name());
    if (liquid.skin_count > 0) glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.skin_count);
    if (liquid.wet_count > 0) {
        glUseProgram(wet_.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.wet.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, liquid.wet_code.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, liquid.tanks.name());
        glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.wet_count);
    }
    glDisable(GL_DEPTH_TEST);

    glUseProgram(filter_.name());
    const float fill = std::clamp(float(liquid.radius_pixels), 1.0f, most_filled_pixels);
    for (const float radii : filter_radii)
        for (int axis = 0; axis < 2; ++axis) {
            const bool first = radii == filter_radii[0];
            glBindFramebuffer(GL_FRAMEBUFFER, filter_target_[axis == 0 ? 1 : 0].name());
            glBindTextureUnit(0, surface_[axis == 0 ? 0 : 1].name());
            glUniform2i(0, axis == 0 ? 1 : 0, axis == 0 ? 0 : 1);
            glUniform4f(1, radii, most_pixels, first ? 1 : 0, first ? fill : 0);
            glDrawArrays(GL_TRIANGLES, 0, 3);
        }
    last_ = liquid.has_tanks ? 1 : 0;
    if (!liquid.has_tanks) {
        glClearTexImage(other_.name(), 0, GL_RGBA, GL_FLOAT, nullptr);
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, cut_target_.name());
    glUseProgram(cut_.name());
    glBindTextureUnit(0, surface_[0].name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, liquid.tanks.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void LiquidSurfacePass::addTo(const gl::Framebuffer& depth) const {
    glBindFramebuffer(GL_FRAMEBUFFER, depth.name());
    glViewport(0, 0, size_.width * size_.samples, size_.height * size_.samples);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(add_depth_.name());
    glBindTextureUnit(2, surface());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_DEPTH_TEST);
}

}  // namespace talus::render
