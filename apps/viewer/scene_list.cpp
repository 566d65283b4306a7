#include "viewer/scene_list.h"

#include <algorithm>

#include "talus/core/text_file.h"
#include "talus/settings/document.h"

namespace talus::viewer {

namespace fs = std::filesystem;

std::vector<SceneEntry> scenesIn(const fs::path& folder, const fs::path& pictures) {
    std::vector<SceneEntry> scenes;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() != ".toml") continue;
        SceneEntry scene{entry->path().stem().string(), entry->path().string(), "", {}};
        // Reading the whole scene would also read its meshes and rasters.
        if (const auto text = readTextFile(entry->path().string())) {
            Diagnostics ignored;
            // Templates have a comment in the first line instead of a summary.
            if (const std::size_t begin = text->find_first_not_of("# "); text->starts_with('#'))
                scene.summary = text->substr(begin, text->find('\n') - begin);
            if (const auto root = settings::parseToml(*text, 0, ignored))
                if (const settings::Entry* summary = settings::find(*root, "summary"))
                    if (const auto* line = std::get_if<std::string>(&summary->node.value))
                        scene.summary = *line;
        }
        std::error_code missing;
        if (const fs::path picture = pictures / (scene.name + ".png"); fs::exists(picture, missing))
            scene.picture = picture;
        scenes.push_back(std::move(scene));
    }
    std::sort(scenes.begin(), scenes.end(),
              [](const SceneEntry& a, const SceneEntry& b) { return a.name < b.name; });
    return scenes;
}

}  // namespace talus::viewer
