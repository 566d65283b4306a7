#pragma once
#include <vector>

#include "talus/io/manifest.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// The files that a scene is made from, beside its own: meshes, grains to import, a raster with the files
/// that are read with it; each once, as they are now. Errors: Storage when one cannot be read, Input when it
/// is larger than 16 GB.
Result<std::vector<io::InputFile>> inputFilesOf(const scene::Scene& scene);

/// What is not as it was when the run began, a sentence without its stop for each: files of the scene that
/// changed, and files beside a raster that changed, came or went. What its manifest does not list is not
/// looked at. Errors: as inputFilesOf.
Result<std::vector<std::string>> changedInputs(const scene::Scene& scene, const io::Manifest& manifest);

}  // namespace talus::run
