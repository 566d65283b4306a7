#include "talus/render/passes/passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/sprites.h"
#include "talus/render/sprites/billows.h"

namespace talus::render {
namespace {

constexpr int billow_texels = 256;

void readSmoothly(const gl::Texture& texture, GLint beyond) {
    const GLuint name = texture.name();
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (const GLenum axis :
         {GLenum(GL_TEXTURE_WRAP_S), GLenum(GL_TEXTURE_WRAP_T), GLenum(GL_TEXTURE_WRAP_R)})
        glTextureParameteri(name, axis, beyond);
}

gl::Texture textureOf(const Cloud& cloud) {
    const auto& cells = cloud.cells();
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_3D, 1, &name);
    gl::Texture texture(name);
    glTextureStorage3D(name, 1, GL_R16, cells[0], cells[1], cells[2]);
    const std::vector<std::uint16_t> passing = cloud.passing();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage3D(name, 0, 0, 0, 0, cells[0], cells[1], cells[2], GL_RED, GL_UNSIGNED_SHORT,
                        passing.data());
    readSmoothly(texture, GL_CLAMP_TO_EDGE);
    return texture;
}

}  // namespace

Result<SpritePass> SpritePass::create(const DrawSize& size) {
    SpritePass pass;
    pass.size_ = size;
    pass.veil_ = gl::makeTexture(GL_RGBA32F, size.width, size.height);
    pass.target_ = gl::makeFramebuffer({pass.veil_.name()}, 0);
    pass.billows_ = gl::makeTexture(GL_RGBA8, billow_texels, billow_texels);
    glTextureSubImage2D(pass.billows_.name(), 0, 0, 0, billow_texels, billow_texels, GL_RGBA,
                        GL_UNSIGNED_BYTE, billowTexture(billow_texels).data());
    readSmoothly(pass.billows_, GL_REPEAT);
    auto sprites = gl::makeProgram("sprites", shaders::whole_picture_vertex, shaders::sprites_fragment);
    if (!sprites.ok()) return sprites.error();
    pass.sprites_ = std::move(*sprites);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void SpritePass::prepare(const SpriteData& sprites) {
    const auto buffer = [](const auto& items) {
        return gl::makeBuffer(items.data(), items.size() * sizeof(items[0]));
    };
    items_ = buffer(sprites.items);
    first_ = buffer(sprites.first);
    listed_ = buffer(sprites.listed);
    tile_ = sprites.tile;
    across_ = sprites.across;
    cloud_ = textureOf(sprites.to_sun);
    cloud_from_world_ = sprites.to_sun.textureFromWorld();
}

void SpritePass::draw(GLuint depth) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(sprites_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, items_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, first_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, listed_.name());
    glUniform2i(0, tile_, across_);
    glBindTextureUnit(0, depth);
    glBindTextureUnit(1, billows_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace talus::render
