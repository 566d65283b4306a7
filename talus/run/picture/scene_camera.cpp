#include "talus/run/picture/scene_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/picture/camera_path.h"
#include "talus/run/picture/followed.h"

namespace talus::run {
namespace {

using scene::Camera;

picture::Camera keyframe(const Camera& camera, double time) {
    const auto& times = camera.times;
    return picture::lookAt(
        picture::smoothCurve(times, camera.positions, time),
        camera.targets.empty() ? camera.target : picture::smoothCurve(times, camera.targets, time),
        camera.fovs.empty() ? camera.fov : picture::smoothCurve(times, camera.fovs, time));
}

picture::Camera orbit(const scene::Scene& scene, const Subject& subject, const Camera& camera, double time,
                      double aspect) {
    const picture::Camera start = camera.around == Camera::Around::Scene
                                      ? automaticOrbit(subject, aspect, camera.fov)
                                      : picture::lookAt(camera.position, camera.target, camera.fov);
    const double turns = time / camera.period.value_or(scene.time.end());
    return picture::turnedAbout(start, start.target, 2 * std::numbers::pi * turns);
}

}  // namespace

std::vector<std::string> cameraNames(const scene::Scene& scene) {
    std::vector<std::string> names;
    for (const Camera& camera : scene.cameras) names.push_back(camera.name);
    for (const char* name : {"auto", "orbit"})
        if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    return names;
}

Result<SceneCamera> SceneCamera::find(const scene::Scene& scene, const std::string& name) {
    SceneCamera made;
    const std::string wanted = !name.empty()           ? name
                               : scene.cameras.empty() ? "auto"
                                                       : scene.cameras.front().name;
    const auto found = std::find_if(scene.cameras.begin(), scene.cameras.end(),
                                    [&](const Camera& camera) { return camera.name == wanted; });
    if (found != scene.cameras.end()) {
        made.camera_ = *found;
    } else if (wanted == "auto") {
        made.camera_.name = wanted;
        made.shows_all_ = true;
    } else if (wanted == "orbit") {
        made.camera_.name = wanted;
        made.camera_.kind = Camera::Kind::Orbit;
        made.camera_.fov = picture::automatic_fov;
        made.camera_.around = Camera::Around::Scene;
    } else {
        return Error{ErrorKind::Input, fmt::format("there is no camera '{}'; there are: {}", wanted,
                                                   fmt::join(cameraNames(scene), ", "))};
    }
    const bool orbits_all =
        made.camera_.kind == Camera::Kind::Orbit && made.camera_.around == Camera::Around::Scene;
    if (made.shows_all_ || orbits_all) made.subject_ = subjectOf(scene);
    return made;
}

std::vector<std::string> SceneCamera::fields() const {
    const bool follows_flow = camera_.kind == Camera::Kind::Follow && camera_.follow == "flow";
    return follows_flow ? std::vector<std::string>{"velocity"} : std::vector<std::string>{};
}

Result<picture::Camera> SceneCamera::at(const scene::Scene& scene, const Frame& frame, double aspect) const {
    if (shows_all_) return automaticCamera(subject_, aspect);
    switch (camera_.kind) {
        case Camera::Kind::Fixed: break;
        case Camera::Kind::Keyframes: return keyframe(camera_, frame.time);
        case Camera::Kind::Orbit: return orbit(scene, subject_, camera_, frame.time, aspect);
        case Camera::Kind::Follow: {
            const auto place = placeOf(scene, frame, camera_.follow);
            if (!place) return place.error();
            return picture::lookAt(*place + camera_.offset, *place, camera_.fov);
        }
    }
    return picture::lookAt(camera_.position, camera_.target, camera_.fov);
}

}  // namespace talus::run
