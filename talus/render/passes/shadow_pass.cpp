#include "talus/render/passes/passes.h"
#include "talus/render/shaders/geometry.h"

namespace talus::render {

Result<ShadowPass> ShadowPass::create(const DrawSize& size) {
    ShadowPass pass;
    pass.size_ = size;
    pass.depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, size.shadow_texels, size.shadow_texels);
    pass.target_ = gl::makeFramebuffer({}, pass.depth_.name());
    auto balls = gl::makeProgram("ball shadows", shaders::ball_shadow_vertex, shaders::ball_shadow_fragment);
    if (!balls.ok()) return balls.error();
    auto meshes = gl::makeProgram("mesh shadows", shaders::mesh_shadow_vertex, shaders::mesh_shadow_fragment);
    if (!meshes.ok()) return meshes.error();
    pass.balls_ = std::move(*balls);
    pass.meshes_ = std::move(*meshes);
    pass.no_vertices_ = gl::makeVertexArray();
    pass.mesh_corners_ = meshCornerLayout();
    return pass;
}

void ShadowPass::draw(const SceneBuffers& scene, const FrameConstants& constants) const {
    const float farthest = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.shadow_texels, size_.shadow_texels);
    glClearNamedFramebufferfv(target_.name(), GL_DEPTH, 0, &farthest);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_DEPTH_CLAMP);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);

    glBindVertexArray(no_vertices_.name());
    glUseProgram(balls_.name());
    glUniform4fv(0, 1, constants.light_side.data());
    glUniform4fv(1, 1, constants.light_top.data());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, scene.balls.name());
    if (scene.ball_count > 0) glDrawArrays(GL_TRIANGLES, 0, 3 * scene.ball_count);

    // An offset in depth: otherwise a lit face would shade itself between the texels of the map.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.5f, 2.0f);
    glUseProgram(meshes_.name());
    glBindVertexArray(mesh_corners_.name());
    glUniform1f(0, 0);
    glVertexArrayVertexBuffer(mesh_corners_.name(), 0, scene.solid.name(), 0, sizeof(MeshCorner));
    if (scene.solid_count > 0) glDrawArrays(GL_TRIANGLES, 0, scene.solid_count);
    for (const SceneBuffers::Terrain& terrain : scene.terrains) {
        // Terrain is drawn with grains on its surface. The surface that casts shadows is lowered to below the
        // middles of these grains, so that they are not in its shadow.
        glUniform1f(0, 0.6f * terrain.data.grain[0]);
        glVertexArrayVertexBuffer(mesh_corners_.name(), 0, terrain.corners.name(), 0, sizeof(MeshCorner));
        glVertexArrayElementBuffer(mesh_corners_.name(), terrain.indices.name());
        glDrawElements(GL_TRIANGLES, terrain.index_count, GL_UNSIGNED_INT, nullptr);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_CLAMP);
}

ShadowMap ShadowPass::shadowMap() const {
    ShadowMap sun;
    sun.texels = size_.shadow_texels;
    sun.depth.resize(std::size_t(sun.texels) * std::size_t(sun.texels));
    glGetTextureImage(depth_.name(), 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                      GLsizei(sun.depth.size() * sizeof(float)), sun.depth.data());
    return sun;
}

}  // namespace talus::render
