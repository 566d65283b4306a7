#include "talus/render/liquid/liquid_passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/liquid_balls.h"
#include "talus/render/shaders/liquid_surface.h"
#include "talus/render/shaders/liquid_tank.h"

namespace talus::render {
namespace {

/// Half the width of the filter in drawn radii, for each of its applications. By eye: single balls are not
/// visible, and the last application removes traces of the sample positions.
constexpr std::array<float, 3> filter_radii{3.2f, 1.9f, 0.8f};
constexpr float max_half_width = 60;     ///< of the filter
constexpr float max_filled_pixels = 12;  ///< width of gaps that are filled at outlines

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
    pass.ball_target_ = gl::makeFramebuffer({pass.surface_[0].name()}, pass.depth_.name());
    const std::string disc = shaders::liquid_disc, tanks = shaders::tank_functions;
    auto balls = gl::makeProgram("liquid", (disc + shaders::surface_ball_vertex).c_str(),
                                 shaders::surface_ball_fragment);
    if (!balls.ok()) return balls.error();
    auto filter =
        gl::makeProgram("liquid filter", shaders::whole_picture_vertex, shaders::surface_filter_fragment);
    if (!filter.ok()) return filter.error();
    auto side_discs = gl::makeProgram("liquid on sides", (disc + tanks + shaders::side_disc_vertex).c_str(),
                                      shaders::side_disc_fragment);
    if (!side_discs.ok()) return side_discs.error();
    const std::string outline = shaders::outline_functions;
    auto cut = gl::makeProgram("liquid cut", shaders::whole_picture_vertex,
                               (tanks + outline + shaders::cut_fragment).c_str());
    if (!cut.ok()) return cut.error();
    const std::string add_source =
        tanks + outline + shaders::surface_functions + shaders::surface_depth_fragment;
    auto add = gl::makeProgram("liquid depth", shaders::whole_picture_vertex, add_source.c_str());
    if (!add.ok()) return add.error();
    pass.balls_ = std::move(*balls);
    pass.side_discs_ = std::move(*side_discs);
    pass.cut_ = std::move(*cut);
    pass.filter_ = std::move(*filter);
    pass.add_depth_ = std::move(*add);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void LiquidSurfacePass::draw(const LiquidBuffers& liquid) {
    const Float4 none{};
    const float farthest = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, ball_target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glClearNamedFramebufferfv(ball_target_.name(), GL_COLOR, 0, none.data());
    glClearNamedFramebufferfv(ball_target_.name(), GL_DEPTH, 0, &farthest);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(balls_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.surface_balls.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, liquid.surface_codes.name());
    if (liquid.surface_ball_count > 0) glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.surface_ball_count);
    if (liquid.side_disc_count > 0) {
        glUseProgram(side_discs_.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.side_discs.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, liquid.side_disc_codes.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, liquid.tanks.name());
        glDrawArrays(GL_TRIANGLES, 0, 3 * liquid.side_disc_count);
    }
    glDisable(GL_DEPTH_TEST);

    glUseProgram(filter_.name());
    const float fill = std::clamp(float(liquid.radius_pixels), 1.0f, max_filled_pixels);
    for (const float radii : filter_radii)
        for (int axis = 0; axis < 2; ++axis) {
            const bool first = radii == filter_radii[0];
            glBindFramebuffer(GL_FRAMEBUFFER, filter_target_[axis == 0 ? 1 : 0].name());
            glBindTextureUnit(0, surface_[axis == 0 ? 0 : 1].name());
            glUniform2i(0, axis == 0 ? 1 : 0, axis == 0 ? 0 : 1);
            glUniform4f(1, radii, max_half_width, first ? 1 : 0, first ? fill : 0);
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
