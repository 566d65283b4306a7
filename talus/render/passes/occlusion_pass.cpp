#include "talus/render/passes/passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/lighting.h"

namespace talus::render {

Result<OcclusionPass> OcclusionPass::create(const DrawSize& size) {
    OcclusionPass pass;
    pass.size_ = size;
    pass.rough_ = gl::makeTexture(GL_RG32F, size.width, size.height);
    pass.smooth_ = gl::makeTexture(GL_R8, size.width, size.height);
    pass.rough_target_ = gl::makeFramebuffer({pass.rough_.name()}, 0);
    pass.smooth_target_ = gl::makeFramebuffer({pass.smooth_.name()}, 0);
    const std::string source =
        std::string(size.fine_light ? "#define FINE_LIGHT\n" : "") + shaders::occlusion_fragment;
    auto gather = gl::makeProgram("occlusion", shaders::whole_picture_vertex, source.c_str());
    if (!gather.ok()) return gather.error();
    auto blur = gl::makeProgram("occlusion blur", shaders::whole_picture_vertex, shaders::blur_fragment);
    if (!blur.ok()) return blur.error();
    pass.gather_ = std::move(*gather);
    pass.blur_ = std::move(*blur);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void OcclusionPass::draw(const GeometryPass& geometry) const {
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());

    glBindFramebuffer(GL_FRAMEBUFFER, rough_target_.name());
    glUseProgram(gather_.name());
    glBindTextureUnit(0, geometry.depth());
    glBindTextureUnit(2, geometry.shape());
    glDrawArrays(GL_TRIANGLES, 0, 3);

    glBindFramebuffer(GL_FRAMEBUFFER, smooth_target_.name());
    glUseProgram(blur_.name());
    glBindTextureUnit(3, rough_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace talus::render
