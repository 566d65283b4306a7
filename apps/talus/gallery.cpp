#include "gallery.h"

#include <algorithm>

namespace talus::cli {

namespace fs = std::filesystem;

Result<fs::path> galleryFolder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path bin = program.parent_path();
    if (!error)
        for (const fs::path& folder : {bin / "../share/talus/scenes", bin / "../../../scenes"})
            if (fs::is_directory(folder, error)) return folder.lexically_normal();
    return Error{ErrorKind::Storage, "the scenes that come with Talus were not found near this program (" +
                                         bin.string() +
                                         "); install it with `cmake --install`, or give a scene file"};
}

std::vector<std::string> galleryNames(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".toml") names.push_back(entry->path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace talus::cli
