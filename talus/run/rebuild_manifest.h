#pragma once
#include "talus/run/folder.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// Writes the manifest of a run folder anew, where it is damaged or gone, from run.toml and what lies beside
/// it; the old one is kept as manifest.json.bad. Who worked on the run is lost, and the files that the scene
/// reads are taken as they are now. Errors: Input when the manifest is in order, or when the checkpoints are
/// of another scene than run.toml; Runtime when a run works in the folder; Storage.
/// @param scene_text of run.toml
/// @param command_line of the program that does this
Status rebuildManifest(const Path& run, const scene::Scene& scene, const std::string& scene_text,
                       const std::string& command_line);

}  // namespace talus::run
