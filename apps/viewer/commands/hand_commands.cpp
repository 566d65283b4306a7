#include "viewer/commands/groups.h"

#include <numbers>

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

constexpr double degree = std::numbers::pi / 180;

Status hand(Viewer& viewer, const Words& words) {
    const auto on = onOff(words, viewer.hands().on());
    if (!on) return on.error();
    viewer.hands().turnOn(*on);
    return success();
}

Status tool(Viewer& viewer, const Words& words) {
    std::optional<double> size;
    if (words.size() > 1) {
        const auto given = number(words[1]);
        if (!given) return given.error();
        size = *given;
    }
    return viewer.hands().chooseTool(viewer, words[0], size);
}

Status grab(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.hands().grab(viewer, (*v)[0], (*v)[1]);
}

Status drag(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.hands().drag(viewer, (*v)[0], (*v)[1]);
}

Status push(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.hands().push(viewer, (*v)[0]);
}

Status turn(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.hands().turn(viewer, (*v)[0] * degree, v->size() > 1 ? (*v)[1] * degree : 0);
}

Status drop(Viewer& viewer, const Words& words) {
    const auto v = numbers({words.begin() + 1, words.end()});
    if (!v) return v.error();
    return viewer.hands().drop(viewer, {words[0], (*v)[0]}, (*v)[1], (*v)[2]);
}

Status spout(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    if (v->size() != 2 && v->size() != 5) return Error{ErrorKind::Input, "usage: spout X Y [DX DY DZ]"};
    const Vec3d direction = v->size() == 5 ? Vec3d{(*v)[2], (*v)[3], (*v)[4]} : Vec3d{0, 0, -1};
    return viewer.hands().placeSpout(viewer, (*v)[0], (*v)[1], direction);
}

Status move(Viewer& viewer, const Words& words) {
    const auto v = numbers({words.begin() + 1, words.end()});
    if (!v) return v.error();
    return viewer.hands().move(viewer, words[0], {(*v)[0], (*v)[1], (*v)[2]});
}

}  // namespace

std::vector<Command> handCommands() {
    return {
        {"hand", "[on | off]", "H", "Hand", "Dragging moves the tool, not the camera", 0, 1, hand},
        {"tool", "ball | box | rake | bucket | FILE [SIZE]", "", "",
         "Chooses the tool, with its size [m] or the scale of a mesh", 1, 2, onSource(tool)},
        {"grab", "X Y", "", "", "Takes the tool to the point under a pixel", 2, 2, onSource(grab)},
        {"drag", "X Y", "", "", "Moves the tool so that it stays under a pixel", 2, 2, onSource(drag)},
        {"push", "DISTANCE", "", "", "Moves the tool away from the camera [m]", 1, 1, onSource(push)},
        {"turn", "DEGREES [TILT]", "", "", "Turns the tool about the vertical, and tilts it", 1, 2,
         onSource(turn)},
        {"put-away", "", "Backspace", "Hand", "The tool leaves the scene", 0, 0,
         onSource([](Viewer& v, const Words&) { return v.hands().putAway(v); })},
        {"drop", "ball | box | FILE SIZE X Y", "", "", "Drops a free body above the point under a pixel", 4,
         4, onSource(drop)},
        {"spout", "X Y [DX DY DZ]", "", "",
         "Places a source above the point under a pixel, with its direction", 2, 5, onSource(spout)},
        {"stop-spout", "", "", "Hand", "The newest spout stops", 0, 0,
         onSource([](Viewer& v, const Words&) { return v.hands().stopSpout(v); })},
        {"select", "NAME | none", "", "", "Shows handles that move a wall or a prescribed body", 1, 1,
         onSource([](Viewer& v, const Words& w) { return v.hands().select(v, w[0] == "none" ? "" : w[0]); })},
        {"move", "NAME X Y Z", "", "", "Moves a wall or a body by so much from its position in the scene [m]",
         4, 4, onSource(move)},
        {"reset-hand", "", "", "Hand", "Begins again without what was done by hand", 0, 0,
         onSource([](Viewer& v, const Words&) { return v.resetWithoutObjects(); })},
    };
}

}  // namespace talus::viewer
