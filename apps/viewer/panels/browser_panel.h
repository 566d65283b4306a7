#pragma once
#include <functional>
#include <string>

#include <imgui/imgui.h>

#include "viewer/viewer.h"

namespace talus::viewer {

/// What the browser remembers between two pictures.
struct BrowserState {
    std::string search;  ///< text that names or summaries must contain
    std::string new_file = "my-scene.toml";
};

/// What was opened last, templates to copy, and the scenes that come with Talus as cards with pictures; a
/// click opens one.
/// @param textures gives the texture of a picture; null: none
void drawBrowser(Viewer& viewer, BrowserState& state, float scale,
                 const std::function<ImTextureID(const std::filesystem::path&)>& textures);

}  // namespace talus::viewer
