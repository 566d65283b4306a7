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

Result<GeometryPass> GeometryPass::create(const DrawSize& size) {
    GeometryPass pass;
    pass.size_ = size;
    const int width = size.width * size.samples, height = size.height * size.samples;
    pass.depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, width, height);
    pass.albedo_ = gl::makeTexture(GL_RGBA8, width, height);
    pass.shape_ = gl::makeTexture(GL_RGBA16, width, height);
    pass.target_ = gl::makeFramebuffer({pass.albedo_.name(), pass.shape_.name()}, pass.depth_.name());
    const std::string grain = shaders::grain_shape;
    auto balls = gl::makeProgram("balls", shaders::ball_vertex, (grain + shaders::ball_fragment).c_str());
    if (!balls.ok()) return balls.error();
    auto meshes = gl::makeProgram("meshes", shaders::mesh_vertex, shaders::mesh_fragment);
    if (!meshes.ok()) return meshes.error();
    auto terrains =
        gl::makeProgram("terrains", shaders::terrain_vertex, (grain + shaders::terrain_fragment).c_str());
    if (!terrains.ok()) return terrains.error();
    auto planes = gl::makeProgram("planes", shaders::whole_picture_vertex, shaders::plane_fragment);
    if (!planes.ok()) return planes.error();
    pass.balls_ = std::move(*balls);
    pass.meshes_ = std::move(*meshes);
    pass.terrains_ = std::move(*terrains);
    pass.planes_ = std::move(*planes);
    pass.no_vertices_ = gl::makeVertexArray();
    pass.mesh_corners_ = meshCornerLayout();
    return pass;
}

void GeometryPass::draw(const SceneBuffers& scene, const HiddenPass& hidden) const {
    const Float4 nothing{};
    const float farthest = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width * size_.samples, size_.height * size_.samples);
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 0, nothing.data());
    glClearNamedFramebufferfv(target_.name(), GL_COLOR, 1, nothing.data());
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
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    glUseProgram(meshes_.name());
    glBindVertexArray(mesh_corners_.name());
    glVertexArrayVertexBuffer(mesh_corners_.name(), 0, scene.solid.name(), 0, sizeof(MeshCorner));
    if (scene.solid_count > 0) glDrawArrays(GL_TRIANGLES, 0, scene.solid_count);
    glUseProgram(terrains_.name());
    for (const SceneBuffers::Terrain& terrain : scene.terrains) {
        glUniform4fv(0, 1, terrain.data.grain.data());
        glUniform4fv(1, 1, terrain.data.cell_part.data());
        glUniform4iv(2, 1, terrain.data.first_cell.data());
        glUniform4fv(3, 1, terrain.data.contours.data());
        glVertexArrayVertexBuffer(mesh_corners_.name(), 0, terrain.corners.name(), 0, sizeof(MeshCorner));
        glVertexArrayElementBuffer(mesh_corners_.name(), terrain.indices.name());
        glDrawElements(GL_TRIANGLES, terrain.index_count, GL_UNSIGNED_INT, nullptr);
    }
    glUseProgram(meshes_.name());
    glEnable(GL_CULL_FACE);
    glVertexArrayVertexBuffer(mesh_corners_.name(), 0, scene.front_only.name(), 0, sizeof(MeshCorner));
    if (scene.front_only_count > 0) glDrawArrays(GL_TRIANGLES, 0, scene.front_only_count);
    glDisable(GL_CULL_FACE);
}

}  // namespace talus::render
