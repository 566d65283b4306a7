#pragma once

namespace talus {

/// The sources and the options that this library was built with. Fixed when CMake configures the build.
struct BuildInfo {
    const char* version;   ///< "0.1.0"
    const char* revision;  ///< `git describe --always --dirty`, or "unknown" outside a checkout
    const char* compiler;  ///< "GNU 12.2.0"
    const char* flags;     ///< build type, its flags, sanitizers
    bool native;           ///< compiled for the processor of the build machine (-march=native)
    bool has_cuda;         ///< the build includes the CUDA backend
};

const BuildInfo& buildInfo();

}  // namespace talus
