#pragma once

/// Colours and fonts of the window.
namespace talus::viewer {

/// @param scale of dense screens
void setTheme(bool light, float scale);
/// A sharp font at the size of the screen; Dear ImGui's own where DejaVu Sans is not installed.
void loadFont(float scale);

}  // namespace talus::viewer
