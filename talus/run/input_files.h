#pragma once
#include <vector>

#include "talus/io/manifest.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// The files that a scene reads, with the hash of their present contents: meshes, grains to import, a raster
/// with the files that are read with it. Each file is listed once. Errors: Storage when one cannot be read,
/// Input when it is larger than 16 GB.
Result<std::vector<io::InputFile>> inputFilesOf(const scene::Scene& scene);

/// The input files that changed since the run began, a sentence without full stop each: files of the scene
/// that changed, and files beside a raster that changed, appeared or disappeared. Files that the manifest
/// does not list are ignored. Errors: as inputFilesOf.
Result<std::vector<std::string>> changedInputs(const scene::Scene& scene, const io::Manifest& manifest);

}  // namespace talus::run
