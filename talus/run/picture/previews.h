#pragma once
#include <vector>

#include "talus/io/file.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// Draws what a scene's settings were made into, such as the spheres that stand for the mesh of a grain:
/// FOLDER/NAME.png each. Returns the paths; none where the scene has nothing of the kind. Makes the folder,
/// and replaces pictures of the same name. Errors: Runtime where nothing can be drawn, Storage.
/// @param scene has passed the check
Result<std::vector<io::Path>> drawPreviews(const scene::Scene& scene, const io::Path& folder);

}  // namespace talus::run
