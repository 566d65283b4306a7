#include "viewer/user/bookmarks.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "talus/core/parse_words.h"
#include "viewer/user/json_file.h"

namespace talus::viewer {
namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }

std::optional<double> numberIn(const Json& object, const char* key) {
    const auto value = object.find(key);
    if (value == object.end() || !value->is_number()) return std::nullopt;
    const double number = value->get<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<Vec3d> vectorIn(const Json& object, const char* key) {
    const auto value = object.find(key);
    if (value == object.end() || !value->is_array() || value->size() != 3) return std::nullopt;
    double numbers[3];
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(*value)[i].is_number()) return std::nullopt;
        numbers[i] = (*value)[i].get<double>();
        if (!std::isfinite(numbers[i])) return std::nullopt;
    }
    return Vec3d{numbers[0], numbers[1], numbers[2]};
}

std::optional<picture::Camera> cameraIn(const Json& object) {
    if (!object.is_object()) return std::nullopt;
    const auto position = vectorIn(object, "position"), target = vectorIn(object, "target"),
               up = vectorIn(object, "up");
    const auto fov = numberIn(object, "fov");
    constexpr double widest = 2.8;  // of picture::Camera [rad]
    if (!position || !target || !up || !fov || !(*fov > 0 && *fov <= widest)) return std::nullopt;
    const double side = length(cross(*target - *position, *up));
    if (!(side > 0) || !std::isfinite(side)) return std::nullopt;
    return picture::Camera{*position, *target, *up, *fov};
}

/// The bookmarks of a scene in the file's object.
Result<std::vector<Bookmark>> bookmarksIn(const Json& root, const std::string& scene,
                                          const std::filesystem::path& file) {
    std::vector<Bookmark> found;
    const auto scenes = root.find("scenes");
    if (scenes == root.end()) return found;
    if (!scenes->is_object()) return damagedFile(file, "'scenes' is not an object");
    const auto cameras = scenes->find(scene);
    if (cameras == scenes->end()) return found;
    if (!cameras->is_object()) return damagedFile(file, fmt::format("'{}' is not an object", scene));
    for (const auto& [name, value] : cameras->items()) {
        const auto camera = cameraIn(value);
        if (!camera)
            return damagedFile(file, fmt::format("bookmark '{}' of scene '{}' is no camera", name, scene));
        found.push_back({name, *camera});
    }
    return found;
}

/// Reads the file; an empty object where there is none.
Result<Json> readFile(const std::filesystem::path& file) {
    if (file.empty()) return Json::object();
    return readJson(file);
}

}  // namespace

Status Bookmarks::open(const std::string& scene) {
    all_.clear();
    scene_ = scene;
    const auto root = readFile(file_);
    if (!root) return root.error();
    auto found = bookmarksIn(*root, scene, file_);
    if (!found) return found.error();
    all_ = std::move(*found);
    return success();
}

Result<picture::Camera> Bookmarks::find(const std::string& name) const {
    for (const Bookmark& bookmark : all_)
        if (bookmark.name == name) return bookmark.camera;
    if (const auto number = parseNumber<std::size_t>(name); number && *number >= 1 && *number <= all_.size())
        return all_[*number - 1].camera;
    std::string names;
    for (const Bookmark& bookmark : all_) names += (names.empty() ? "" : ", ") + bookmark.name;
    return Error{ErrorKind::Input,
                 names.empty()
                     ? fmt::format("there is no bookmark '{}'; bookmark NAME keeps this camera", name)
                     : fmt::format("there is no bookmark '{}'; there are: {}", name, names)};
}

Status Bookmarks::put(const std::string& name, const picture::Camera& camera) {
    if (name.empty()) return Error{ErrorKind::Input, "a bookmark needs a name"};
    std::vector<Bookmark> all = all_;
    const auto same = std::find_if(all.begin(), all.end(), [&](const Bookmark& b) { return b.name == name; });
    same == all.end() ? void(all.push_back({name, camera})) : void(same->camera = camera);
    return write(std::move(all));
}

Status Bookmarks::forget(const std::string& name) {
    const auto camera = find(name);
    if (!camera) return camera.error();
    std::vector<Bookmark> all = all_;
    const std::size_t named = std::erase_if(all, [&](const Bookmark& b) { return b.name == name; });
    if (named == 0)  // it was a number
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(*parseNumber<std::size_t>(name) - 1));
    return write(std::move(all));
}

/// Other windows may have changed those of other scenes, so the file is read again.
Status Bookmarks::write(std::vector<Bookmark> all) {
    if (!file_.empty()) {
        auto root = readFile(file_);
        if (!root) return root.error();
        if (const auto readable = bookmarksIn(*root, scene_, file_); !readable) return readable.error();
        Json cameras = Json::object();
        for (const auto& [name, camera] : all)
            cameras[name] = {{"position", jsonOf(camera.position)},
                             {"target", jsonOf(camera.target)},
                             {"up", jsonOf(camera.up)},
                             {"fov", camera.fov}};
        (*root)["scenes"][scene_] = std::move(cameras);
        if (Status written = writeJson(file_, *root); !written) return written;
    }
    all_ = std::move(all);
    return success();
}

}  // namespace talus::viewer
