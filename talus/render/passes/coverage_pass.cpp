#include "talus/render/passes/coverage_pass.h"

#include "talus/render/shaders/common.h"
#include "talus/render/shaders/coverage.h"

namespace talus::render {

Result<CoveragePass> CoveragePass::create(const DrawSize& size) {
    CoveragePass pass;
    pass.size_ = size;
    pass.cover_ = gl::makeTexture(GL_R8, size.width, size.height);
    pass.target_ = gl::makeFramebuffer({pass.cover_.name()}, 0);
    auto program = gl::makeProgram("coverage", shaders::whole_picture_vertex, shaders::coverage_fragment);
    if (!program.ok()) return program.error();
    pass.program_ = std::move(*program);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void CoveragePass::draw(const GeometryPass& geometry, GLuint water, GLuint surface,
                        const SpritePass* sprites) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(program_.name());
    glUniform2i(0, water != 0, sprites != nullptr);
    glBindTextureUnit(0, geometry.depth());
    glBindTextureUnit(1, geometry.albedo());
    glBindTextureUnit(2, surface);
    glBindTextureUnit(3, water);
    if (sprites != nullptr) glBindTextureUnit(4, sprites->veil());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

std::vector<std::uint8_t> CoveragePass::shares() const {
    std::vector<std::uint8_t> bytes(std::size_t(size_.width) * std::size_t(size_.height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(cover_.name(), 0, GL_RED, GL_UNSIGNED_BYTE, GLsizei(bytes.size()), bytes.data());
    return bytes;
}

}  // namespace talus::render
