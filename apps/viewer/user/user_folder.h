#pragma once
#include <filesystem>

namespace talus::viewer {

/// The folder for what the viewer keeps for its user: $XDG_CONFIG_HOME/talus, or ~/.config/talus. Empty where
/// neither variable is an absolute path.
std::filesystem::path userFolder();

}  // namespace talus::viewer
