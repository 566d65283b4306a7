#include "talus/render/passes/passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/geometry.h"
#include "talus/render/shaders/terrain.h"

namespace talus::render {

gl::VertexArray meshCornerLayout() {
    gl::VertexArray layout = gl::makeVertexArray();
    const std::array<std::size_t, 3> offsets{offsetof(MeshCorner, position), offsetof(MeshCorner, normal),
                                             offsetof(MeshCorner, colour)};
    for (GLuint i = 0; i < 3; ++i) {
        glEnableVertexArrayAttrib(layout.name(), i);
        glVertexArrayAttribFormat(layout.name(), i, 3, GL_FLOAT, GL_FALSE, GLuint(offsets[i]));
        glVertexArrayAttribBinding(layout.name(), i, 0);
    }
    glEnableVertexArrayAttrib(layout.name(), 3);
    glVertexArrayAttribFormat(layout.name(), 3, 1, GL_FLOAT, GL_FALSE, GLuint(offsetof(MeshCorner, cover)));
    glVertexArrayAttribBinding(layout.name(), 3, 0);
    return layout;
}

Result<GeometryPass> GeometryPass::create(const DrawSize& size, bool with_things) {
    GeometryPass pass;
    pass.size_ = size;
    pass.with_things_ = with_things;
    const int width = size.width * size.samples, height = size.height * size.samples;
    pass.depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, width, height);
    pass.albedo_ = gl::makeTexture(GL_RGBA8, width, height);
    pass.shape_ = gl::makeTexture(GL_RGBA16, width, height);
    if (with_things) {
        pass.thing_ = gl::makeTexture(GL_R32UI, width, height);
        pass.target_ = gl::makeFramebuffer({pass.albedo_.name(), pass.shape_.name(), pass.thing_.name()},
                                           pass.depth_.name());
    } else {
        pass.target_ = gl::makeFramebuffer({pass.albedo_.name(), pass.shape_.name()}, pass.depth_.name());
    }
    const std::string start = with_things ? "#define THINGS\n" : "", grain = start + shaders::grain_shape;
    auto balls = gl::makeProgram("balls", (start + shaders::ball_vertex).c_str(),
                                 (grain + shaders::ball_fragment).c_str());
    if (!balls.ok()) return balls.error();
    auto meshes = gl::makeProgram("meshes", shaders::mesh_vertex, (start + shaders::mesh_fragment).c_str());
    if (!meshes.ok()) return meshes.error();
    auto terrains =
        gl::makeProgram("terrains", shaders::terrain_vertex, (grain + shaders::terrain_fragment).c_str());
    if (!terrains.ok()) return terrains.error();
    auto planes =
        gl::makeProgram("planes", shaders::whole_picture_vertex, (start + shaders::plane_fragment).c_str());
    if (!planes.ok()) return planes.error();
    pass.balls_ = std::move(*balls);
    pass.meshes_ = std::move(*meshes);
    pass.terrains_ = std::move(*terrains);
    pass.planes_ = std::move(*planes);
    pass.no_vertices_ = gl::makeVertexArray();
    pass.mesh_corners_ = meshCornerLayout();
    return pass;
}

/// Tells the program in use the number of its first thing. @param first is moved on to the next program's
void GeometryPass::countThings(std::size_t count, GLuint& first) const {
    if (with_things_) glUniform1ui(8, first);
    first += static_cast<GLuint>(count);
}

void GeometryPass::draw(const SceneBuffers& scene, const HiddenPass& hidden) const {
    const Float4 nothing{};
    const float farthest = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width * size_.samples, size_.height * size_.samples);
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 0, nothing.data());
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 1, nothing.data());
    constexpr std::array<GLuint, 4> no_thing{};
    if (with_things_) glClearNamedFramebufferuiv(target_.name(), GL_COLOR, 2, no_thing.data());
    GLuint thing = 1 + static_cast<GLuint>(scene.ball_count);
    glClearNamedFramebufferfv(target_.name(), GL_DEPTH, 0, &farthest);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);

    glBindVertexArray(no_vertices_.name());
    glUseProgram(balls_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, scene.balls.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, scene.appearances.name());
    glBindTextureUnit(5, hidden.fine());
    glBindTextureUnit(6, hidden.coarse());
    if (scene.ball_count > 0) glDrawArrays(GL_TRIANGLES, 0, 3 * scene.ball_count);

    glUseProgram(planes_.name());
    for (const SceneData::Plane& plane : scene.planes) {
        glUniform4fv(0, 1, plane.plane.data());
        glUniform4fv(1, 1, plane.colour.data());
        countThings(1, thing);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    glUseProgram(meshes_.name());
    countThings(static_cast<std::size_t>(scene.solid_count / 3), thing);
    glBindVertexArray(mesh_corners_.name());
    glVertexArrayVertexBuffer(mesh_corners_.name(), 0, scene.solid.name(), 0, sizeof(MeshCorner));
    if (scene.solid_count > 0) glDrawArrays(GL_TRIANGLES, 0, scene.solid_count);
    glUseProgram(terrains_.name());
    for (const SceneBuffers::Terrain& terrain : scene.terrains) {
        glUniform4fv(0, 1, terrain.data.grain.data());
        glUniform4fv(1, 1, terrain.data.cell_part.data());
        glUniform4iv(2, 1, terrain.data.first_cell.data());
        glUniform4fv(3, 1, terrain.data.contours.data());
        countThings(1, thing);
        glVertexArrayVertexBuffer(mesh_corners_.name(), 0, terrain.corners.name(), 0, sizeof(MeshCorner));
        glVertexArrayElementBuffer(mesh_corners_.name(), terrain.indices.name());
        glDrawElements(GL_TRIANGLES, terrain.index_count, GL_UNSIGNED_INT, nullptr);
    }
    glUseProgram(meshes_.name());
    countThings(static_cast<std::size_t>(scene.front_only_count / 3), thing);
    glEnable(GL_CULL_FACE);
    glVertexArrayVertexBuffer(mesh_corners_.name(), 0, scene.front_only.name(), 0, sizeof(MeshCorner));
    if (scene.front_only_count > 0) glDrawArrays(GL_TRIANGLES, 0, scene.front_only_count);
    glDisable(GL_CULL_FACE);
}

}  // namespace talus::render
