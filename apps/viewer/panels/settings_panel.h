#pragma once
#include <array>
#include <string>

namespace talus::viewer {

class Viewer;

/// What the panel of settings remembers between two pictures.
struct SettingsState {
    std::string search;
    std::string edited;  ///< path of the setting whose value is being edited
    std::string edited_text;
    std::array<float, 3> edited_colour{};
};

/// Every setting of the scene.
void settingsTab(Viewer& viewer, SettingsState& state);

}  // namespace talus::viewer
