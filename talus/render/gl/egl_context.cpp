#include "talus/render/gl/egl_context.h"

#include <epoxy/egl.h>
#include <fmt/format.h>

#include <array>

namespace talus::render {
namespace {

Error noContext(const char* step) {
    return {ErrorKind::Runtime,
            fmt::format("pictures cannot be drawn here: {} (EGL error {:#x}). Off-screen drawing "
                        "needs OpenGL 4.5 from Mesa; on Debian: apt-get install libegl1 "
                        "libgl1-mesa-dri",
                        step, unsigned(eglGetError()))};
}

}  // namespace

Result<std::unique_ptr<EglContext>> EglContext::create() {
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        return noContext("EGL has no surfaceless platform");
    const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    // The display is shared by all contexts of the process and lives as long as it: eglTerminate would
    // pull it from under the others.
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
        return noContext("EGL did not start");
    if (!eglBindAPI(EGL_OPENGL_API)) return noContext("EGL offers no desktop OpenGL");
    constexpr std::array<EGLint, 7> wanted{EGL_CONTEXT_MAJOR_VERSION,
                                           4,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           5,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_NONE};
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted.data());
    if (context == EGL_NO_CONTEXT) return noContext("there is no OpenGL 4.5");
    return std::unique_ptr<EglContext>(new EglContext(display, context));
}

EglContext::~EglContext() { eglDestroyContext(display_, context_); }

EglContext::Scope::Scope(const EglContext& context)
    : display_(context.display_),
      ok_(eglBindAPI(EGL_OPENGL_API) &&
          eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_)) {}

EglContext::Scope::~Scope() { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

}  // namespace talus::render
