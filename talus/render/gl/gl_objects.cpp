#include "talus/render/gl/gl_objects.h"

#include <fmt/format.h>

#include <array>

#include "talus/render/shaders/common.h"

namespace talus::render::gl {
namespace {

Result<GLuint> compile(const char* name, GLenum stage, const char* source) {
    const GLuint shader = glCreateShader(stage);
    const std::array<const char*, 2> parts{shaders::common, source};
    glShaderSource(shader, 2, parts.data(), nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good != 0) return shader;
    std::array<char, 2000> log{};
    glGetShaderInfoLog(shader, GLsizei(log.size()), nullptr, log.data());
    glDeleteShader(shader);
    return Error{ErrorKind::Runtime,
                 fmt::format("the OpenGL driver could not compile the {} shader '{}': {}",
                             stage == GL_VERTEX_SHADER ? "vertex" : "fragment", name, log.data())};
}

}  // namespace

template <Kind kind>
void Object<kind>::remove() {
    if (name_ == 0) return;
    if constexpr (kind == Kind::Texture) glDeleteTextures(1, &name_);
    if constexpr (kind == Kind::Buffer) glDeleteBuffers(1, &name_);
    if constexpr (kind == Kind::Framebuffer) glDeleteFramebuffers(1, &name_);
    if constexpr (kind == Kind::VertexArray) glDeleteVertexArrays(1, &name_);
    if constexpr (kind == Kind::Program) glDeleteProgram(name_);
}

template class Object<Kind::Texture>;
template class Object<Kind::Buffer>;
template class Object<Kind::Framebuffer>;
template class Object<Kind::VertexArray>;
template class Object<Kind::Program>;

Texture makeTexture(GLenum format, int width, int height) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, format, width, height);
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return Texture(name);
}

Framebuffer makeFramebuffer(std::initializer_list<GLuint> colours, GLuint depth) {
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    std::array<GLenum, 8> targets{};
    GLsizei count = 0;
    for (const GLuint colour : colours) {
        targets[std::size_t(count)] = GL_COLOR_ATTACHMENT0 + GLenum(count);
        glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0 + GLenum(count++), colour, 0);
    }
    glNamedFramebufferDrawBuffers(name, count, targets.data());
    if (depth != 0) glNamedFramebufferTexture(name, GL_DEPTH_ATTACHMENT, depth, 0);
    return Framebuffer(name);
}

Buffer makeBuffer(const void* bytes, std::size_t count) {
    constexpr std::array<std::byte, 16> nothing{};
    GLuint name = 0;
    glCreateBuffers(1, &name);
    if (count == 0)
        glNamedBufferStorage(name, sizeof nothing, nothing.data(), 0);
    else
        glNamedBufferStorage(name, GLsizeiptr(count), bytes, 0);
    return Buffer(name);
}

VertexArray makeVertexArray() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return VertexArray(name);
}

Result<Program> makeProgram(const char* name, const char* vertex_source, const char* fragment_source) {
    const Result<GLuint> vertex = compile(name, GL_VERTEX_SHADER, vertex_source);
    if (!vertex.ok()) return vertex.error();
    const Result<GLuint> fragment = compile(name, GL_FRAGMENT_SHADER, fragment_source);
    if (!fragment.ok()) return fragment.error();
    Program program(glCreateProgram());
    glAttachShader(program.name(), *vertex);
    glAttachShader(program.name(), *fragment);
    glLinkProgram(program.name());
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint good = 0;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
    if (good != 0) return program;
    std::array<char, 2000> log{};
    glGetProgramInfoLog(program.name(), GLsizei(log.size()), nullptr, log.data());
    return Error{ErrorKind::Runtime,
                 fmt::format("the OpenGL driver could not link the shaders of '{}': {}", name, log.data())};
}

}  // namespace talus::render::gl
