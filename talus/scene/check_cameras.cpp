#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/nearest.h"
#include "talus/method/check_world.h"
#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

using method::Camera;
using method::Checking;

void mustDiffer(const Checking& checked, std::size_t i, std::string_view key, const std::string& when) {
    checked.error("camera", i, key,
                  fmt::format("[[camera]] '{}' has its target at its own position{}",
                              checked.scene.cameras[i].name, when),
                  "position and target must differ");
}

/// Lists of the keyframes: as long as the times, which increase.
bool checkKeys(const Checking& checked, std::size_t i) {
    const Camera& camera = checked.scene.cameras[i];
    const std::size_t count = camera.times.size();
    if (count == 0) {
        checked.error("camera", i, "times", "a camera of keyframes needs at least one time",
                      "for example times = [\"0 s\", \"2 s\"], with a position for each");
        return false;
    }
    for (std::size_t k = 1; k < count; ++k) {
        if (camera.times[k] > camera.times[k - 1]) continue;
        checked.error("camera", i, "times",
                      fmt::format("the times of keyframes must increase, but {:.6g} s comes after {:.6g} s",
                                  camera.times[k], camera.times[k - 1]),
                      "a camera that rests has the same position at two times");
        return false;
    }
    bool fits = true;
    const auto check = [&](std::string_view key, std::size_t size, bool optional) {
        if (size == count || (optional && size == 0)) return;
        checked.error("camera", i, key,
                      fmt::format("'{}' has {} entries, but there are {} times", key, size, count),
                      optional ? "give one for each time, or leave it out" : "give one for each time");
        fits = false;
    };
    check("positions", camera.positions.size(), false);
    check("targets", camera.targets.size(), true);
    check("fovs", camera.fovs.size(), true);
    return fits;
}

void checkKeyframes(const Checking& checked, std::size_t i) {
    if (!checkKeys(checked, i)) return;
    const Camera& camera = checked.scene.cameras[i];
    for (std::size_t k = 0; k < camera.times.size(); ++k) {
        const Vec3d& target = camera.targets.empty() ? camera.target : camera.targets[k];
        if (length(camera.positions[k] - target) > 0) continue;
        return mustDiffer(checked, i, "positions", fmt::format(" at {:.6g} s", camera.times[k]));
    }
}

void checkFollow(const Checking& checked, std::size_t i) {
    const Camera& camera = checked.scene.cameras[i];
    if (!(length(camera.offset) > 0))
        checked.error("camera", i, "offset",
                      fmt::format("[[camera]] '{}' is in the middle of what it follows", camera.name),
                      "give the distance from it, for example offset = [1, -2, 1]");
    const auto& fields = checked.scene.output.fields;
    if (camera.follow == "flow") {
        if (std::find(fields.begin(), fields.end(), "velocity") == fields.end())
            checked.error(
                "camera", i, "follow",
                fmt::format("[[camera]] '{}' follows what flows, but frames have no velocity", camera.name),
                "add \"velocity\" to output.fields");
        return;
    }
    std::vector<std::string> names{"flow"};
    for (const environment::Wall& wall : checked.scene.environment.walls) names.push_back(wall.name);
    if (std::find(names.begin(), names.end(), camera.follow) != names.end()) return;
    const auto match = nearest(camera.follow, names);
    checked.error("camera", i, "follow",
                  fmt::format("there is no wall or body '{}' to follow", camera.follow),
                  match ? fmt::format("did you mean '{}'?", *match)
                        : fmt::format("there are: {}", fmt::join(names, ", ")));
}

void checkRender(const Checking& checked) {
    const method::Render& render = checked.scene.render;
    method::checkDirection(checked, "render", 0, "sun", render.sun);
    constexpr long max_pixels = 34'000'000;  // the limit of Renderer::create()
    if (long{render.size[0]} * render.size[1] > max_pixels)
        checked.diagnostics.error(
            checked.spanOf("render", 0, "size"),
            fmt::format("a picture of {} x {} pixels cannot be drawn", render.size[0], render.size[1]),
            fmt::format("at most {} million pixels in all are possible", max_pixels / 1'000'000));
    if (render.colour_min && render.colour_max && !(*render.colour_min < *render.colour_max))
        checked.diagnostics.error(checked.spanOf("render", 0, "colour_max"),
                                  "'colour_max' must be above 'colour_min'");
}

}  // namespace

void checkCameras(const Checking& checked) {
    for (std::size_t i = 0; i < checked.scene.cameras.size() && !settings::full(checked.diagnostics); ++i) {
        const Camera& camera = checked.scene.cameras[i];
        if (camera.name == "auto")
            checked.diagnostics.error(checked.spanOf("camera", i, "name"),
                                      "no [[camera]] can be named 'auto'",
                                      "that name is reserved for the camera that shows the whole scene");
        switch (camera.kind) {
            case Camera::Kind::Fixed:
            case Camera::Kind::Orbit:
                if (!(length(camera.position - camera.target) > 0)) mustDiffer(checked, i, "position", "");
                break;
            case Camera::Kind::Keyframes: checkKeyframes(checked, i); break;
            case Camera::Kind::Follow: checkFollow(checked, i); break;
        }
    }
    checkRender(checked);
}

}  // namespace talus::scene
