#pragma once
#include <vector>

#include "viewer/panels/panels.h"

namespace talus::viewer {

/// What the window's own callbacks write to.
struct WindowEvents {
    struct KeyPress {
        int key = 0;  ///< code of GLFW; 0: only the character is known
        bool control = false;
        char character = 0;  ///< of keys whose place depends on the keyboard
    };
    Viewer& viewer;
    /// Since the last picture. Kept as events, because a key may be pressed and released within one picture.
    std::vector<KeyPress> keys{};
};

/// Whether the code is that of a digit from 1 to 9.
bool isDigit(int code);

/// A key that is pressed with Ctrl in a text field acts after the field has given its value. To be called
/// before the panels are drawn.
void leaveTextFields(const WindowEvents& events);

/// Executes the commands whose keys were pressed.
void pressKeys(WindowEvents& events, PanelState& panels);

}  // namespace talus::viewer
