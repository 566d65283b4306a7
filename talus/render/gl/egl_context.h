#pragma once
#include <memory>

#include "talus/core/result.h"

namespace talus::render {

/// An OpenGL 4.5 core context without window, display or screen: EGL on Mesa's surfaceless platform.
/// Without a graphics card Mesa draws on the processor. Only one thread at a time may use a context.
class EglContext {
  public:
    /// Errors: Runtime, with the Debian packages to install.
    static Result<std::unique_ptr<EglContext>> create();
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    /// Makes the context current in the calling thread, from construction to destruction.
    class Scope {
      public:
        explicit Scope(const EglContext& context);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        bool ok() const { return ok_; }

      private:
        void* display_;
        bool ok_;
    };

  private:
    EglContext(void* display, void* context) : display_(display), context_(context) {}

    void* display_;
    void* context_;
};

}  // namespace talus::render
