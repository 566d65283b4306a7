#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/method/gather.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/run/picture/look/look_words.h"
#include "viewer/commands/arguments.h"
#include "viewer/commands/groups.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Error notReady() { return {ErrorKind::Input, "there is no state yet; wait until the first one is shown"}; }

Status pick(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.pickAt((*v)[0], (*v)[1]);
}

Status pickPartner(Viewer& viewer, const Words& words) {
    const auto contact = count(words, 1);
    if (!contact) return contact.error();
    if (*contact == 0) return Error{ErrorKind::Input, "contacts are counted from 1"};
    return viewer.pickPartner(*contact - 1);
}

Status show(Viewer& viewer, const Words& words) {
    if (!viewer.shot()) return notReady();
    const std::vector<std::string> names = run::hideable(*viewer.shot()->scene, viewer.shot()->frame);
    if (std::find(names.begin(), names.end(), words[0]) == names.end())
        return Error{ErrorKind::Input, fmt::format("there is nothing named '{}' to show; there are: {}",
                                                   words[0], fmt::join(names, ", "))};
    run::Look look = viewer.look();
    if (words.size() == 2 && words[1] == "translucent") {
        const std::vector<std::string> walls = run::translucentNames(*viewer.shot()->scene);
        if (std::find(walls.begin(), walls.end(), words[0]) == walls.end())
            return Error{ErrorKind::Input,
                         fmt::format("only walls and bodies can be translucent: {}", fmt::join(walls, ", "))};
        look.hidden.erase(words[0]);
        look.translucent.insert(words[0]);
        viewer.setLook(std::move(look));
        return success();
    }
    const auto on = onOff({words.begin() + 1, words.end()}, !look.hidden.contains(words[0]));
    if (!on) return on.error();
    look.translucent.erase(words[0]);
    if (*on)
        look.hidden.erase(words[0]);
    else
        look.hidden.insert(words[0]);
    viewer.setLook(std::move(look));
    return success();
}

Status walls(Viewer& viewer, const Words& words) {
    const auto walls = run::parseWalls(words[0]);
    if (!walls) return walls.error();
    run::Look look = viewer.look();
    look.walls = *walls;
    viewer.setLook(std::move(look));
    return success();
}

Status opacity(Viewer& viewer, const Words& words) {
    const auto opacity = run::parseOpacity(words[0]);
    if (!opacity) return opacity.error();
    run::Look look = viewer.look();
    look.opacity = *opacity;
    viewer.setLook(std::move(look));
    return success();
}

Status liquid(Viewer& viewer, const Words& words) {
    if (words[0] != "surface" && words[0] != "balls")
        return Error{ErrorKind::Input, fmt::format("liquid '{}': give surface or balls", words[0])};
    run::Look look = viewer.look();
    look.liquid_balls = words[0] == "balls";
    viewer.setLook(std::move(look));
    return success();
}

Status arrows(Viewer& viewer, const Words& words) {
    run::Look look = viewer.look();
    look.arrows.reset();
    if (words[0] != "off") {
        if (!viewer.shot()) return notReady();
        const std::vector<std::string> fields = run::vectorFields(viewer.shot()->frame);
        if (std::find(fields.begin(), fields.end(), words[0]) == fields.end())
            return Error{ErrorKind::Input, fmt::format("there are no vectors '{}' for arrows; there are: {}",
                                                       words[0], fmt::join(fields, ", "))};
        look.arrows = run::Look::Arrows{words[0], std::nullopt};
    }
    if (words.size() == 2) {
        const auto scale = number(words[1]);
        if (!scale) return scale.error();
        if (!look.arrows || !(*scale > 0))
            return Error{
                ErrorKind::Input,
                "the scale of arrows is the length of an arrow for a vector of length 1 [m], above 0"};
        look.arrows->scale = *scale;
    }
    viewer.setLook(std::move(look));
    return success();
}

/// Tubes take the place of the grains, which would hide them; `show grains on` shows both.
Status forces(Viewer& viewer, const Words& words) {
    run::Look look = viewer.look();
    const auto on = onOff(words, look.forces);
    if (!on) return on.error();
    if (*on) {
        if (!viewer.shot()) return notReady();
        const run::Frame& frame = viewer.shot()->frame;
        if (!viewer.isLive() && frame.find<state::MeshView>(method::contacts_set) == nullptr)
            return run::noContacts();
        if (frame.find<state::PointsView>("grains") == nullptr)
            return Error{ErrorKind::Input, "the scene has no grains, and so no contacts"};
        look.hidden.insert("grains");
    } else if (look.forces) {
        look.hidden.erase("grains");
    }
    look.forces = *on;
    viewer.setLook(std::move(look));
    return success();
}

Status cells(Viewer& viewer, const Words& words) {
    run::Look look = viewer.look();
    const auto on = onOff(words, look.cells);
    if (!on) return on.error();
    if (*on && !viewer.isLive())
        return Error{ErrorKind::Input,
                     "recorded frames hold no cells of the search; open the run's run.toml to run it again"};
    look.cells = *on;
    viewer.setLook(std::move(look));
    return success();
}

Status bounds(Viewer& viewer, const Words& words) {
    run::Look look = viewer.look();
    const auto on = onOff(words, look.bounds);
    if (!on) return on.error();
    look.bounds = *on;
    viewer.setLook(std::move(look));
    return success();
}

Status clip(Viewer& viewer, const Words& words) {
    const auto clip = run::parseClip(words);
    if (!clip) return clip.error();
    run::Look look = viewer.look();
    look.clip = *clip;
    viewer.setLook(std::move(look));
    return success();
}

Status contours(Viewer& viewer, const Words& words) {
    method::PictureStyle style = viewer.style();
    style.contours = 0;
    if (words[0] != "off") {
        const auto step = number(words[0]);
        if (!step) return step.error();
        if (!(*step > 0)) return Error{ErrorKind::Input, "give a difference of height above 0 [m], or off"};
        if (!viewer.shot()) return notReady();
        if (method::landsOf(*viewer.shot()->scene).empty())
            return Error{ErrorKind::Input, "the scene has no ground for contour lines"};
        style.contours = *step;
    }
    viewer.setStyle(style);
    return success();
}

Status resetLook(Viewer& viewer, const Words&) {
    if (!viewer.shot()) return notReady();
    const method::Render& render = viewer.shot()->scene->render;
    viewer.setStyle({render.colour, render.contours.value_or(0)});
    viewer.setLook({});
    return success();
}

}  // namespace

std::vector<Command> lookCommands() {
    return {
        {"pick", "X Y", "", "", "Shows values and contacts of what is under a pixel of the picture", 2, 2,
         onSource(pick)},
        {"pick-partner", "N", "", "", "Picks what the N-th contact of what was picked is with", 1, 1,
         onSource(pickPartner)},
        {"show", "NAME [on | off | translucent]", "", "",
         "Shows or hides a set, a wall or a group of walls, or lets one see through it", 1, 2,
         onSource(show)},
        {"walls", "solid | translucent | edges | hidden", "", "",
         "Draws walls whole, seen through (but infinite planes), their edges only, or not at all", 1, 1,
         onSource(walls)},
        {"opacity", "SHARE", "", "",
         "How much of what is behind them translucent things hide: above 0 and below 1", 1, 1,
         onSource(opacity)},
        {"liquid", "surface | balls", "", "", "Draws liquids as the scene says, or as balls", 1, 1,
         onSource(liquid)},
        {"arrows", "off | FIELD [SCALE]", "", "",
         "Shows vectors, such as velocity, as arrows; SCALE: the length of an arrow for length 1 [m]", 1, 2,
         onSource(arrows)},
        {"forces", "[on | off]", "", "View",
         "Shows forces of contacts as tubes in place of the grains; their area is in proportion to the force",
         0, 1, onSource(forces)},
        {"cells", "[on | off]", "", "View", "Shows the cells of the search for neighbours", 0, 1,
         onSource(cells)},
        {"bounds", "[on | off]", "", "View", "Shows boxes around the sets, with lengths", 0, 1,
         onSource(bounds)},
        {"clip", "off | plane NX NY NZ OFFSET | box X0 X1 Y0 Y1 Z0 Z1", "", "",
         "Shows one side of a plane (that of the normal), or the inside of a box [m]", 1, 7, onSource(clip)},
        {"contours", "STEP | off", "", "", "Draws contour lines on the ground [m]", 1, 1, onSource(contours)},
        {"reset-look", "", "", "View", "Shows everything as the scene says", 0, 0, onSource(resetLook)},
    };
}

}  // namespace talus::viewer
