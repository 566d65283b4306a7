#pragma once
#include <functional>
#include <string>

#include <imgui/imgui.h>

#include "viewer/viewer.h"

namespace talus::viewer {

/// The scenes that come with Talus, as cards with pictures; a click opens one.
/// @param search text that names or summaries must contain
/// @param textures gives the texture of a picture; null: none
void drawBrowser(Viewer& viewer, std::string& search, float scale,
                 const std::function<ImTextureID(const std::filesystem::path&)>& textures);

}  // namespace talus::viewer
