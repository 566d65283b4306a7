#include "talus/render/passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/lighting.h"

namespace talus::render {

Result<ShadingPass> ShadingPass::create(const DrawSize& size) {
    ShadingPass pass;
    pass.size_ = size;
    pass.colour_ = gl::makeTexture(GL_RGBA8, size.width, size.height);
    pass.target_ = gl::makeFramebuffer({pass.colour_.name()}, 0);
    auto shade = gl::makeProgram("shading", shaders::whole_picture_vertex, shaders::shading_fragment);
    if (!shade.ok()) return shade.error();
    pass.shade_ = std::move(*shade);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void ShadingPass::draw(const GeometryPass& geometry, const ShadowPass& shadow,
                       const OcclusionPass& occlusion) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(shade_.name());
    glBindTextureUnit(0, geometry.depth());
    glBindTextureUnit(1, geometry.albedo());
    glBindTextureUnit(2, geometry.shape());
    glBindTextureUnit(3, occlusion.openSky());
    glBindTextureUnit(4, shadow.depth());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace talus::render
