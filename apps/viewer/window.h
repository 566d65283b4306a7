#pragma once
#include <optional>
#include <string>

#include "talus/core/result.h"
#include "viewer/viewer.h"

namespace talus::viewer {

struct WindowOptions {
    ViewerOptions viewer{};
    std::string path;    ///< to open; empty: nothing
    std::string script;  ///< a file of commands; empty: none
    bool bench = false;  ///< measure the speed of pictures and of the simulation, print it and close
    int width = 1280, height = 720;
    std::optional<float> scale{};  ///< of text and panels; absent: what the screen says
};

/// Opens the window and returns when it is closed. With a script, messages are also printed on stdout.
/// Errors: Runtime without a display or OpenGL 3.3; Input where the path cannot be opened, or of the script.
Status runWindow(const WindowOptions& options);

}  // namespace talus::viewer
