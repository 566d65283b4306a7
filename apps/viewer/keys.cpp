#include "viewer/keys.h"

#include <string>
#include <string_view>
#include <utility>

// Only the codes of keys; no OpenGL is used here.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>

#include "viewer/commands/commands.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

/// The GLFW code of a key's name: "Space", ".", "F1", "R"; 0: unknown.
int keyCode(std::string_view name) {
    if (name == "Space") return GLFW_KEY_SPACE;
    if (name == "Left") return GLFW_KEY_LEFT;
    if (name == "Right") return GLFW_KEY_RIGHT;
    if (name == ".") return GLFW_KEY_PERIOD;
    if (name == "F1") return GLFW_KEY_F1;
    if (name == "F12") return GLFW_KEY_F12;
    if (name == "Backspace") return GLFW_KEY_BACKSPACE;
    if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z') return GLFW_KEY_A + (name[0] - 'A');
    return 0;
}

/// Whether a text field uses a key that is pressed with Ctrl.
bool editsText(int key) {
    for (const int edits :
         {GLFW_KEY_A, GLFW_KEY_C, GLFW_KEY_V, GLFW_KEY_X, GLFW_KEY_Y, GLFW_KEY_Z, GLFW_KEY_LEFT,
          GLFW_KEY_RIGHT, GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_DELETE, GLFW_KEY_BACKSPACE, GLFW_KEY_ENTER})
        if (key == edits) return true;
    return false;
}

/// Whether the key is that of a command, and not one that a text field or a panel uses now.
bool isFree(const WindowEvents::KeyPress& press, const PanelState& panels) {
    if (ImGui::GetIO().WantTextInput) return press.control && !editsText(press.key);
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    return press.control || (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F12) ||
           !(panels.keyboard || popup);
}

/// Esc closes the help, or gives the keyboard back to the picture; it never ends anything else.
void pressEscape(Viewer& viewer, const PanelState& panels) {
    if (ImGui::GetIO().WantTextInput) return;
    if (viewer.helpShown())
        (void)viewer.execute("help off");
    else if (panels.keyboard)
        (void)viewer.execute("focus picture");
}

void pressKey(Viewer& viewer, PanelState& panels, const WindowEvents::KeyPress& press) {
    if (press.control && isDigit(press.key)) {
        const auto part = static_cast<std::size_t>(press.key - '0');
        if (part < part_names.size()) (void)viewer.execute("focus " + std::string(part_names[part]));
        return;
    }
    if (isDigit(press.character)) return void(viewer.execute(std::string("go ") + press.character));
    for (const Command& command : commands()) {
        const bool by_character = command.key.size() == 1 && command.key[0] == press.character;
        const bool with_control = command.key.starts_with("Ctrl+");
        const int key = keyCode(with_control ? command.key.substr(5) : command.key);
        if (!by_character && (key == 0 || key != press.key || with_control != press.control)) continue;
        if (command.min_arguments > 0)
            panels.asks_for_path = true;  // the only such command with a key is `open`
        else
            (void)viewer.execute(std::string(command.name));
    }
}

}  // namespace

bool isDigit(int code) { return code >= '1' && code <= '9'; }

void leaveTextFields(const WindowEvents& events) {
    if (!ImGui::GetIO().WantTextInput) return;
    for (const WindowEvents::KeyPress& press : events.keys)
        if (press.control && press.key > 0 && press.key < GLFW_KEY_LEFT_SHIFT && !editsText(press.key))
            ImGui::ClearActiveID();
}

void pressKeys(WindowEvents& events, PanelState& panels) {
    for (const WindowEvents::KeyPress& press : std::exchange(events.keys, {})) {
        if (press.key == GLFW_KEY_ESCAPE)
            pressEscape(events.viewer, panels);
        else if (isFree(press, panels))
            pressKey(events.viewer, panels, press);
    }
}

}  // namespace talus::viewer
