#pragma once
#include <epoxy/gl.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>

#include "talus/core/result.h"

/// Owners of OpenGL objects. All need a current context, also in their destructors.
namespace talus::render::gl {

enum class Kind { Texture, Buffer, Framebuffer, VertexArray, Program };

template <Kind kind>
class Object {
  public:
    Object() = default;
    explicit Object(GLuint name) : name_(name) {}
    Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Object& operator=(Object&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~Object() { remove(); }

    GLuint name() const { return name_; }

  private:
    void remove();
    GLuint name_ = 0;
};

using Texture = Object<Kind::Texture>;
using Buffer = Object<Kind::Buffer>;
using Framebuffer = Object<Kind::Framebuffer>;
using VertexArray = Object<Kind::VertexArray>;
using Program = Object<Kind::Program>;

/// A texture of one level, read by texel or with nearest filtering, clamped at its edges.
Texture makeTexture(GLenum format, int width, int height);

/// A frame buffer that draws into these colour textures, in this order, and into a depth texture unless its
/// name is 0.
Framebuffer makeFramebuffer(std::initializer_list<GLuint> colours, GLuint depth);

/// A buffer with fixed contents. @param count bytes; for 0 the buffer holds a few zero bytes
Buffer makeBuffer(const void* bytes, std::size_t count);

VertexArray makeVertexArray();

/// A program from two sources. shaders/common.h is put in front of each. Errors: Runtime, with the message of
/// the driver.
Result<Program> makeProgram(const char* name, const char* vertex_source, const char* fragment_source);

}  // namespace talus::render::gl
