#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus::cli {

/// The folder of the scenes that come with Talus, found from where this program lies: share/talus/scenes of
/// an installation, or scenes/ of the source tree that holds the build folder. Error (Storage) when it is in
/// neither.
Result<std::filesystem::path> galleryFolder();

/// Names of the scenes in a folder, in order.
std::vector<std::string> galleryNames(const std::filesystem::path& folder);

/// Of the gallery, the folder of short scenes that are there to be changed.
inline std::filesystem::path templatesIn(const std::filesystem::path& gallery) {
    return gallery / "templates";
}

}  // namespace talus::cli
