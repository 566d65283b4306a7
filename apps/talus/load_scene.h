#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/scene/scene.h"

namespace talus::cli {

inline constexpr std::string_view not_exported = "nothing was exported";

/// A scene that passed all checks, and the text of its file.
struct LoadedScene {
    scene::Scene scene;
    std::string text;
};

/// Reads and checks a scene file with its `--set` overrides; prints errors and warnings on stderr.
/// Empty, with exit_code set to 2, when there are errors.
/// @param undone what the command then has not done, for the line that counts the errors: "nothing was
/// simulated"; empty: the command only checks
std::optional<LoadedScene> loadScene(const std::string& path, const std::vector<std::string>& overrides,
                                     std::string_view undone, int& exit_code);

/// The resolved scene of a run folder, with overrides as of `--set`. Its warnings are not printed again: the
/// start of the run printed them. @param undone as of loadScene()
/// @param options of each override the option that gave it, which errors name; empty: `--set`
std::optional<LoadedScene> loadSceneOf(const std::filesystem::path& folder, std::string_view undone,
                                       int& exit_code, const std::vector<std::string>& overrides = {},
                                       const std::vector<std::string>& options = {});

}  // namespace talus::cli
