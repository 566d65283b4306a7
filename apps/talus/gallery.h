#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus::cli {

/// The folder of the scenes that come with Talus, found from the path of this program: share/talus/scenes of
/// an installation, or scenes/ of the source tree that holds the build folder. Error (Storage) where there is
/// neither.
Result<std::filesystem::path> galleryFolder();

/// Names of the scenes in a folder, sorted.
std::vector<std::string> galleryNames(const std::filesystem::path& folder);

/// The gallery's folder of short scenes that users copy and change.
inline std::filesystem::path templatesIn(const std::filesystem::path& gallery) {
    return gallery / "templates";
}

}  // namespace talus::cli
