#pragma once

namespace talus {

/// What this library was built from and how; fixed when CMake configured it.
struct BuildInfo {
    const char* version;   ///< "0.1.0"
    const char* revision;  ///< `git describe --always --dirty`, or "unknown" outside a checkout
    const char* compiler;  ///< "GNU 12.2.0"
    const char* flags;     ///< build type, its flags, sanitizers
    bool native;           ///< tuned for the processor of the build machine
    bool has_cuda;         ///< the CUDA backend is built in
};

const BuildInfo& buildInfo();

}  // namespace talus
