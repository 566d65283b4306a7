#include "talus/render/passes/passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/hidden.h"

namespace talus::render {
namespace {

/// The side of a fine block in pixels, and of a coarse block in fine blocks. ball_vertex uses the same
/// numbers.
constexpr int fine_block = 8, coarse_block = 4;

int blocks(int length, int block) { return (length + block - 1) / block; }

}  // namespace

Result<HiddenPass> HiddenPass::create(const DrawSize& size) {
    HiddenPass pass;
    pass.size_ = size;
    const int fine_width = blocks(size.width, fine_block), fine_height = blocks(size.height, fine_block);
    pass.depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, size.width, size.height);
    pass.fine_ = gl::makeTexture(GL_R32F, fine_width, fine_height);
    pass.coarse_ =
        gl::makeTexture(GL_R32F, blocks(fine_width, coarse_block), blocks(fine_height, coarse_block));
    pass.target_ = gl::makeFramebuffer({}, pass.depth_.name());
    pass.fine_target_ = gl::makeFramebuffer({pass.fine_.name()}, 0);
    pass.coarse_target_ = gl::makeFramebuffer({pass.coarse_.name()}, 0);
    auto cover = gl::makeProgram("cover", shaders::cover_vertex, shaders::cover_fragment);
    if (!cover.ok()) return cover.error();
    auto farthest = gl::makeProgram("farthest", shaders::whole_picture_vertex, shaders::farthest_fragment);
    if (!farthest.ok()) return farthest.error();
    pass.cover_ = std::move(*cover);
    pass.farthest_ = std::move(*farthest);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void HiddenPass::draw(const SceneBuffers& scene) const {
    const float farthest = 0;
    glClearNamedFramebufferfv(target_.name(), GL_DEPTH, 0, &farthest);
    if (size_.skip_hidden) {
        glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
        glViewport(0, 0, size_.width, size_.height);
        glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_TRUE);
        glDepthFunc(GL_GREATER);
        glBindVertexArray(no_vertices_.name());
        glUseProgram(cover_.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, scene.balls.name());
        if (scene.ball_count > 0) glDrawArrays(GL_TRIANGLES, 0, 3 * scene.ball_count);
    }
    reduce(depth_, fine_target_, fine_block, blocks(size_.width, fine_block),
           blocks(size_.height, fine_block));
    reduce(fine_, coarse_target_, coarse_block, blocks(size_.width, fine_block * coarse_block),
           blocks(size_.height, fine_block * coarse_block));
}

void HiddenPass::reduce(const gl::Texture& from, const gl::Framebuffer& to, int block, int width,
                        int height) const {
    glBindFramebuffer(GL_FRAMEBUFFER, to.name());
    glViewport(0, 0, width, height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(farthest_.name());
    glUniform1i(0, block);
    glBindTextureUnit(0, from.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace talus::render
