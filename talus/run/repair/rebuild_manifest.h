#pragma once
#include "talus/run/folder.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// Rebuilds a damaged or missing manifest of a run folder from run.toml and the other files; the old one is
/// kept as manifest.json.bad. The earlier sessions are lost, and the present versions of the input files are
/// recorded. Errors: Input, when the manifest is intact, or when the checkpoints are of another scene than
/// run.toml; Runtime, when another run uses the folder; Storage.
/// @param scene_text of run.toml
/// @param command_line of this program, recorded in the manifest
Status rebuildManifest(const Path& run, const scene::Scene& scene, const std::string& scene_text,
                       const std::string& command_line);

}  // namespace talus::run
