#include "talus/render/draft/draft_pass.h"

#include <algorithm>
#include <cmath>

#include "talus/render/shaders/common.h"
#include "talus/render/shaders/draft.h"
#include "talus/render/shaders/light.h"
#include "talus/render/tone_mapping.h"
#include "talus/render/translucent.h"

namespace talus::render {
namespace {

template <class Item>
gl::Buffer bufferOf(const std::vector<Item>& items) {
    return gl::makeBuffer(items.data(), items.size() * sizeof(Item));
}

/// Vertices that are balls: buffer 0 has centre and radius, buffer 1 the look.
gl::VertexArray pointLayout() {
    gl::VertexArray layout = gl::makeVertexArray();
    for (GLuint i = 0; i < 2; ++i) {
        glEnableVertexArrayAttrib(layout.name(), i);
        glVertexArrayAttribBinding(layout.name(), i, i);
    }
    glVertexArrayAttribFormat(layout.name(), 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribFormat(layout.name(), 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
    return layout;
}

/// The sRGB colour of linear light.
std::array<float, 3> shownLight(std::array<float, 3> light) {
    light = toneMapped(light);
    for (float& c : light) c = picture::srgbFromLinear(std::max(0.0f, c));
    return light;
}

std::array<float, 3> backgroundOf(const picture::Colour& c, const DrawSize& size) {
    return size.scene_linear ? lightShownAs(c) : std::array<float, 3>{c.r, c.g, c.b};
}

}  // namespace

Result<DraftPass> DraftPass::create(const DrawSize& size) {
    DraftPass pass;
    pass.size_ = size;
    pass.depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, size.width, size.height);
    pass.colour_ = gl::makeTexture(size.scene_linear ? GL_RGBA16F : GL_RGBA8, size.width, size.height);
    pass.target_ = gl::makeFramebuffer({pass.colour_.name()}, pass.depth_.name());
    const std::string light = lightOptions(size) + shaders::light_functions + shaders::draft_light;
    const struct {
        const char* name;
        std::string vertex, fragment;
        gl::Program& program;
    } programs[] = {
        {"draft points", light + shaders::draft_point_vertex, shaders::draft_point_fragment, pass.points_},
        {"draft balls", light + shaders::draft_ball_vertex, shaders::draft_ball_fragment, pass.large_balls_},
        {"draft meshes", light + shaders::draft_mesh_vertex, shaders::draft_mesh_fragment, pass.meshes_},
        {"draft planes", shaders::whole_picture_vertex, shaders::draft_plane_fragment, pass.planes_},
        {"draft background", shaders::whole_picture_vertex, shaders::draft_background_fragment,
         pass.background_}};
    for (const auto& each : programs) {
        auto made = gl::makeProgram(each.name, each.vertex.c_str(), each.fragment.c_str());
        if (!made.ok()) return made.error();
        each.program = std::move(*made);
    }
    pass.no_vertices_ = gl::makeVertexArray();
    pass.mesh_corners_ = meshCornerLayout();
    pass.point_layout_ = pointLayout();
    return pass;
}

void DraftPass::take(const picture::Picture& picture, const Focus& focus) {
    focus_ = focus;
    balls_ = draftBalls(picture, focus);
    ball_buffer_ = bufferOf(balls_.ball);
    look_buffer_ = bufferOf(balls_.look);
    const auto shown = [&](Things things) {
        SceneData data;
        addThings(data, picture, focus, size_, things);
        data.balls.clear();
        return Shown{draftObstacles(picture, focus, things), upload(data)};
    };
    all_ = shown(Things::All);
    solid_.reset();
    if (hasTranslucent(picture)) solid_ = shown(Things::Solid);
}

void DraftPass::draw(const picture::Picture& picture, const FrameConstants& constants, Things things) {
    const Shown& shown = things == Things::Solid && solid_ ? *solid_ : all_;
    const float farthest = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glClearNamedFramebufferfv(target_.name(), GL_DEPTH, 0, &farthest);
    const auto bottom = backgroundOf(picture.background.bottom, size_),
               top = backgroundOf(picture.background.top, size_);
    const Float4 clear{bottom[0], bottom[1], bottom[2], 1};
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 0, clear.data());
    if (bottom != top) {
        glDisable(GL_DEPTH_TEST);
        glBindVertexArray(no_vertices_.name());
        glUseProgram(background_.name());
        glUniform3fv(2, 1, bottom.data());
        glUniform3fv(3, 1, top.data());
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    drawBalls(constants, shown.spheres);
    drawMeshes(shown.things);
    drawPlanes(shown.things, picture, constants);
}

void DraftPass::drawBalls(const FrameConstants& constants, const DraftBalls& spheres) {
    const DraftOrder order = orderOf(balls_.ball, constants);
    const auto sun = [&](const Float4& axis, float scale) {
        return scale * (axis[0] * constants.to_sun[0] + axis[1] * constants.to_sun[1] +
                        axis[2] * constants.to_sun[2]);
    };
    const std::array<float, 3> to_sun{sun(constants.right, constants.right[3]),
                                      sun(constants.up, constants.up[3]), sun(constants.forward, -1)};
    if (!order.points.empty()) {
        const gl::Buffer indices = bufferOf(order.points);
        glEnable(GL_PROGRAM_POINT_SIZE);
        glUseProgram(points_.name());
        glUniform3fv(0, 1, to_sun.data());
        glBindVertexArray(point_layout_.name());
        glVertexArrayVertexBuffer(point_layout_.name(), 0, ball_buffer_.name(), 0, sizeof(Float4));
        glVertexArrayVertexBuffer(point_layout_.name(), 1, look_buffer_.name(), 0, sizeof(std::uint32_t));
        glVertexArrayElementBuffer(point_layout_.name(), indices.name());
        glDrawElements(GL_POINTS, static_cast<GLsizei>(order.points.size()), GL_UNSIGNED_INT, nullptr);
    }
    std::vector<Float4> large = spheres.ball;
    std::vector<std::uint32_t> looks = spheres.look;
    for (const std::uint32_t i : order.large) {
        large.push_back(balls_.ball[i]);
        looks.push_back(balls_.look[i]);
    }
    if (large.empty()) return;
    const gl::Buffer large_buffer = bufferOf(large), large_looks = bufferOf(looks);
    glUseProgram(large_balls_.name());
    glBindVertexArray(no_vertices_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, large_buffer.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, large_looks.name());
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(3 * large.size()));
}

void DraftPass::drawMeshes(const SceneBuffers& things) const {
    const GLuint corners = mesh_corners_.name();
    glUseProgram(meshes_.name());
    glBindVertexArray(corners);
    const auto triangles = [&](const gl::Buffer& buffer, int count) {
        if (count == 0) return;
        glVertexArrayVertexBuffer(corners, 0, buffer.name(), 0, sizeof(MeshCorner));
        glDrawArrays(GL_TRIANGLES, 0, count);
    };
    triangles(things.solid, things.solid_count);
    for (const SceneBuffers::Terrain& terrain : things.terrains) {
        glVertexArrayVertexBuffer(corners, 0, terrain.corners.name(), 0, sizeof(MeshCorner));
        glVertexArrayElementBuffer(corners, terrain.indices.name());
        glDrawElements(GL_TRIANGLES, terrain.index_count, GL_UNSIGNED_INT, nullptr);
    }
    glEnable(GL_CULL_FACE);
    triangles(things.front_only, things.front_only_count);
    glDisable(GL_CULL_FACE);
}

void DraftPass::drawPlanes(const SceneBuffers& things, const picture::Picture& picture,
                           const FrameConstants& constants) const {
    if (things.planes.empty()) return;
    glUseProgram(planes_.name());
    glBindVertexArray(no_vertices_.name());
    for (const SceneData::Plane& plane : things.planes) {
        const Float4 &n = plane.plane, &sun = constants.to_sun;
        const float facing = std::max(0.0f, n[0] * sun[0] + n[1] * sun[1] + n[2] * sun[2]);
        std::array<float, 3> light{};
        for (std::size_t c = 0; c < 3; ++c) {
            const float sky = 0.3f * constants.ground_light[c] + 0.7f * constants.sky_light[c];
            light[c] = plane.colour[c] * plane.colour[c] * (facing * constants.sun_light[c] + 0.8f * sky);
        }
        const std::array<float, 3> lit = size_.scene_linear ? light : shownLight(light);
        glUniform4fv(0, 1, plane.plane.data());
        glUniform3fv(1, 1, lit.data());
        glUniform3fv(2, 1, backgroundOf(picture.background.bottom, size_).data());
        glUniform3fv(3, 1, backgroundOf(picture.background.top, size_).data());
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

}  // namespace talus::render
