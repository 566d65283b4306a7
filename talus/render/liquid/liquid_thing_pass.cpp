#include "talus/render/liquid/liquid_thing_pass.h"

#include <algorithm>
#include <optional>

#include "talus/render/shaders/common.h"
#include "talus/render/shaders/liquid_surface.h"
#include "talus/render/shaders/liquid_tank.h"

namespace talus::render {
namespace {

using Kind = Thing::Kind;

/// How far from a pixel its particle is looked for: the surface is smoothed over gaps as wide as this
/// [pixels].
constexpr int farthest_ball = 24;

/// The particle of a liquid that is seen nearest to a pixel, ring by ring of squares around it.
std::optional<std::size_t> ballNear(const PixelData& balls, int column, int row, std::size_t set) {
    for (int ring = 0; ring <= farthest_ball; ++ring)
        for (int y = std::max(0, row - ring); y <= std::min(balls.height - 1, row + ring); ++y) {
            const bool whole = y == row - ring || y == row + ring;
            for (int x = column - ring; x <= column + ring; x += whole || ring == 0 ? 1 : 2 * ring) {
                if (x < 0 || x >= balls.width) continue;
                const Thing& thing = balls.thing[std::size_t(y) * std::size_t(balls.width) + std::size_t(x)];
                if (thing.kind == Kind::Liquid && thing.set == set) return thing.item;
            }
        }
    return std::nullopt;
}

std::vector<Float4> texels(GLuint texture, std::size_t count) {
    std::vector<Float4> values(count);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(texture, 0, GL_RGBA, GL_FLOAT, GLsizei(count * sizeof(Float4)), values.data());
    return values;
}

}  // namespace

Result<LiquidThingPass> LiquidThingPass::create(const DrawSize& size) {
    auto surface = LiquidSurfacePass::create(size);
    if (!surface.ok()) return surface.error();
    LiquidThingPass pass(size, std::move(*surface));
    pass.shape_ = gl::makeTexture(GL_RGBA32F, size.width, size.height);
    pass.target_ = gl::makeFramebuffer({pass.shape_.name()}, 0);
    const std::string source = std::string(shaders::tank_functions) + shaders::outline_functions +
                               shaders::surface_functions + shaders::surface_shape_fragment;
    auto program = gl::makeProgram("liquid shape", shaders::whole_picture_vertex, source.c_str());
    if (!program.ok()) return program.error();
    pass.program_ = std::move(*program);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void LiquidThingPass::add(PixelData& pixels, const PixelData& balls, const LiquidBuffers& liquid,
                          const FrameConstants& constants, const Focus& focus,
                          const std::vector<std::size_t>& sets) {
    const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
    surface_.draw(liquid);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(program_.name());
    glBindTextureUnit(2, surface_.surface());
    glBindTextureUnit(11, surface_.uncut());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, liquid.tanks.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);

    const std::size_t count = std::size_t(size_.width) * std::size_t(size_.height);
    const std::vector<Float4> shape = texels(shape_.name(), count),
                              surface = texels(surface_.surface(), count);
    const float near = constants.eye[3] * static_cast<float>(focus.radius);
    for (int y = 0; y < size_.height; ++y)
        for (int x = 0; x < size_.width; ++x) {
            const std::size_t from =
                std::size_t(size_.height - 1 - y) * std::size_t(size_.width) + std::size_t(x);
            const std::size_t to = std::size_t(y) * std::size_t(size_.width) + std::size_t(x);
            if (!(shape[from][3] > 0)) continue;
            const float ahead = near / shape[from][3];
            if (pixels.depth[to] <= ahead) continue;
            const std::size_t set = sets[SurfaceCode::liquidOf(surface[from][3])];
            const auto ball = ballNear(balls, x, y, set);
            if (!ball) continue;
            pixels.depth[to] = ahead;
            pixels.normal[to] = {shape[from][0], shape[from][1], shape[from][2]};
            pixels.thing[to] = {Kind::Liquid, set, *ball};
        }
}

}  // namespace talus::render
