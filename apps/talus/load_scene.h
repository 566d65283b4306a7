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
    std::string path;                    ///< of its file
    std::vector<std::string> overrides;  ///< of `--set`
};

/// Reads and checks a scene file with its `--set` overrides; prints errors and warnings on stderr.
/// Empty, with exit_code set to 2, when there are errors.
/// @param undone what the command then has not done, for the line that counts the errors: "nothing was
/// simulated"; empty: the command only checks
std::optional<LoadedScene> loadScene(const std::string& path, const std::vector<std::string>& overrides,
                                     std::string_view undone, int& exit_code);

/// Prints an error that only the start of a run shows, at its key in the file, and returns its exit code. One
/// that is no mistake of the scene is printed without a position.
int failAt(const LoadedScene& loaded, std::string_view section, std::string_view key, const Error& error);

/// The resolved scene of a run folder, with overrides as of `--set`. Its warnings are not printed again: the
/// start of the run printed them; but those of the options are. @param undone as of loadScene()
/// @param options of each override the option that gave it, which errors name; empty: `--set`
std::optional<LoadedScene> loadSceneOf(const std::filesystem::path& folder, std::string_view undone,
                                       int& exit_code, const std::vector<std::string>& overrides = {},
                                       const std::vector<std::string>& options = {});

}  // namespace talus::cli
