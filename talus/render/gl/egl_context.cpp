#include "talus/render/gl/egl_context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace talus::render {
namespace {

Error cannotDraw(const std::string& why) {
    return {
        ErrorKind::Runtime,
        fmt::format("pictures cannot be drawn here: {}. Off-screen drawing needs OpenGL 4.5 from Mesa; on "
                    "Debian: apt-get install libegl1 libgl1 libgl1-mesa-dri",
                    why)};
}

Error noContext(const char* step) {
    return cannotDraw(fmt::format("{} (EGL error {:#x})", step, unsigned(eglGetError())));
}

/// Whether one of the libraries can be opened. libepoxy opens them at the first call and aborts if there is
/// none.
bool canOpen(std::initializer_list<const char*> one_of) {
    return std::any_of(one_of.begin(), one_of.end(),
                       [](const char* name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nullptr; });
}

}  // namespace

Result<std::unique_ptr<EglContext>> EglContext::create() {
    if (!canOpen({"libEGL.so.1"})) return cannotDraw("there is no libEGL.so.1");
    if (!canOpen({"libOpenGL.so.0", "libGL.so.1"})) return cannotDraw("there is no libGL.so.1");
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        return noContext("EGL has no surfaceless platform");
    const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    // All contexts of the process share the display, so nobody calls eglTerminate: it would end the display
    // for the others too.
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
