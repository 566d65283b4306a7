#pragma once
#include <functional>

#include <imgui/imgui.h>

#include "viewer/panels/browser_panel.h"
#include "viewer/panels/hand_panel.h"
#include "viewer/panels/look_panel.h"
#include "viewer/panels/plots_panel.h"
#include "viewer/panels/settings_panel.h"
#include "viewer/viewer.h"

/// The panels around the picture. They read the viewer and change it by commands only.
namespace talus::viewer {

/// What the panels remember between two pictures.
struct PanelState {
    SettingsState settings;
    PlotsState plots;
    HandPanelState hand;
    LookState look;
    std::size_t messages_seen = 0;
    std::string open_path;
    BrowserState browser;
    std::function<ImTextureID(const std::filesystem::path&)> textures;  ///< of pictures in the browser
    bool asks_for_path = false;
    bool keyboard = false;  ///< keys move in a panel instead of acting on the picture
    float scale = 1;        ///< of dense screens
};

/// The rectangle of the picture in the window [pixels].
struct PictureArea {
    float x = 0, y = 0, width = 0, height = 0;
    float scale = 1;  ///< of dense screens
};
/// Draws everything but the picture. @return the rectangle that is left for it
PictureArea drawPanels(Viewer& viewer, PanelState& state);

}  // namespace talus::viewer
