#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace talus::viewer {

/// A scene that can be opened.
struct SceneEntry {
    std::string name;
    std::string path;
    std::string summary;            ///< one line; "" where it has none
    std::filesystem::path picture;  ///< PNG; empty: none
};

/// The scenes in a folder, by name. @param pictures folder with NAME.png; may be missing
std::vector<SceneEntry> scenesIn(const std::filesystem::path& folder, const std::filesystem::path& pictures);

}  // namespace talus::viewer
