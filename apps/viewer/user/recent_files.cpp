#include "viewer/user/recent_files.h"

#include "viewer/user/json_file.h"

namespace talus::viewer {

Status RecentFiles::load() {
    if (file_.empty()) return success();
    const std::filesystem::path file = std::exchange(file_, {});
    const auto root = readJson(file);
    if (!root) return root.error();
    std::vector<RecentFile> found;
    if (const auto paths = root->find("recent"); paths != root->end()) {
        if (!paths->is_array()) return damagedFile(file, "'recent' is not a list");
        for (const auto& path : *paths) {
            if (!path.is_string()) return damagedFile(file, "'recent' is not a list of paths");
            if (found.size() < most) found.push_back({path.get<std::string>()});
        }
    }
    all_ = std::move(found);
    file_ = file;
    refresh();
    return success();
}

Status RecentFiles::add(const std::filesystem::path& path) {
    std::error_code code;
    const std::filesystem::path absolute = std::filesystem::weakly_canonical(path, code);
    const std::string name = code ? std::filesystem::absolute(path, code).string() : absolute.string();
    std::erase_if(all_, [&](const RecentFile& file) { return file.path == name; });
    all_.insert(all_.begin(), {name, false});
    if (all_.size() > most) all_.resize(most);
    if (file_.empty()) return success();
    nlohmann::ordered_json paths = nlohmann::ordered_json::array();
    for (const RecentFile& file : all_) paths.push_back(file.path);
    return writeJson(file_, {{"recent", std::move(paths)}});
}

void RecentFiles::refresh() {
    for (RecentFile& file : all_) {
        std::error_code code;
        file.missing = !std::filesystem::exists(file.path, code);
    }
}

}  // namespace talus::viewer
