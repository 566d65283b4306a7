#pragma once
#include <string>
#include <utility>
#include <vector>

#include "talus/run/session/interaction.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// A scene file with the values of `--set`.
struct SceneSource {
    std::string text;
    std::string file;                      ///< for messages, and for the folder of the files that it names
    std::vector<std::string> overrides{};  ///< "time.dt=1e-5"
    scene::RasterReader rasters{};         ///< empty: a scene that names a raster is an error
    const method::Methods* methods = &scene::methods();  ///< must outlive the scene

    Interaction interaction{};  ///< what a user did since the start

    /// The text with the tables of the interaction.
    std::string wholeText() const { return interaction.empty() ? text : text + "\n" + interaction.toToml(); }
    scene::ReadResult read() const {
        return scene::readScene(wholeText(), file, overrides, scene::thisMachine(), rasters, *methods);
    }
    /// Reads and builds. Error: the diagnostics as one text, or why the scene cannot be built.
    /// @param warnings of the scene are added to it
    Result<scene::Simulation> build(const exec::Exec& exec, int host_threads, std::string& warnings) const;
};

/// Key and value of an override.
std::pair<std::string, std::string> splitOverride(const std::string& text);
/// Sets "key=value" in a list of overrides. It replaces an earlier one of the same key.
void setOverride(std::vector<std::string>& overrides, const std::string& key, const std::string& value);
/// Removes the override of a key.
void removeOverride(std::vector<std::string>& overrides, const std::string& key);

}  // namespace talus::run
