#include "viewer/commands/groups.h"

#include <numbers>

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/pictures/camera_moves.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Status orbit(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    constexpr double degree = std::numbers::pi / 180;
    const Vec3d pivot = v->size() == 4 ? viewer.pointAt((*v)[2], (*v)[3]) : viewer.camera().target;
    viewer.setCamera(orbited(viewer.camera(), pivot, (*v)[0] * degree, (*v)[1] * degree));
    return success();
}

Status pan(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    const double depth = length(viewer.camera().target - viewer.camera().position);
    viewer.setCamera(panned(viewer.camera(), depth, (*v)[0], (*v)[1]));
    return success();
}

Status zoom(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    if (!((*v)[0] > 0)) return Error{ErrorKind::Input, "a factor is above 0"};
    const Vec3d point = v->size() == 3 ? viewer.pointAt((*v)[1], (*v)[2]) : viewer.camera().target;
    viewer.setCamera(zoomed(viewer.camera(), point, (*v)[0]));
    return success();
}

Status fly(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    viewer.setCamera(flown(viewer.camera(), (*v)[0], (*v)[1], (*v)[2]));
    return success();
}

Status bookmark(Viewer& viewer, const Words& words) {
    if (!viewer.shot()) return Error{ErrorKind::Input, "nothing is shown yet"};
    if (Status kept = viewer.bookmarks().put(words[0], viewer.camera()); !kept) return kept;
    const auto& all = viewer.bookmarks().all();
    std::size_t number = 1;
    while (number <= all.size() && all[number - 1].name != words[0]) ++number;
    viewer.say(fmt::format("bookmark {}: {}", number, words[0]));
    return success();
}

Status go(Viewer& viewer, const Words& words) {
    const auto camera = viewer.bookmarks().find(words[0]);
    if (!camera) return camera.error();
    viewer.setCamera(*camera);
    return success();
}

Status forget(Viewer& viewer, const Words& words) { return viewer.bookmarks().forget(words[0]); }

}  // namespace

std::vector<Command> cameraCommands() {
    return {
        {"orbit", "RIGHT UP [X Y]", "", "",
         "Turns the camera by degrees about its target, or about the point under a pixel", 2, 4,
         onSource(orbit)},
        {"pan", "RIGHT UP", "", "", "Moves the picture by shares of its height", 2, 2, onSource(pan)},
        {"zoom", "FACTOR [X Y]", "", "", "Goes nearer (below 1) to the target, or to the point under a pixel",
         1, 3, onSource(zoom)},
        {"fly", "FORWARD RIGHT UP", "", "", "Moves the camera along its own axes [m]", 3, 3, onSource(fly)},
        {"camera", "NAME", "", "", "Takes a camera of the scene, auto or orbit; one that moves is followed",
         1, 1, onSource([](Viewer& v, const Words& w) { return v.chooseCamera(w[0]); })},
        {"frame-all", "", "F", "View", "Shows the whole scene", 0, 0,
         onSource([](Viewer& v, const Words&) { return v.chooseCamera("auto"); })},
        {"frame-selection", "", "G", "View", "Brings the camera to what was picked", 0, 0,
         onSource([](Viewer& v, const Words&) { return v.framePick(); })},
        {"bookmark", "NAME", "", "", "Keeps this camera for the scene under a name", 1, 1,
         onSource(bookmark)},
        {"go", "NAME", "1 ... 9", "", "Takes the camera of a bookmark, by its name or number", 1, 1,
         onSource(go)},
        {"forget", "NAME", "", "", "Deletes a bookmark", 1, 1, onSource(forget)},
        {"copy-camera", "", "Ctrl+C", "View", "Shows the camera as [[camera]] for a scene file", 0, 0,
         onSource([](Viewer& v, const Words&) {
             v.say(asToml(v.camera(), "view"));
             return success();
         })},
    };
}

}  // namespace talus::viewer
