// What was clicked in the picture.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/run/session/picks/pick_wall.h"
#include "viewer/pictures/camera_moves.h"
#include "viewer/viewer.h"

namespace talus::viewer {

/// The present frame without hidden sets, which cannot be clicked on.
run::Frame Viewer::shownFrame() const {
    run::Frame frame = shot_->frame;
    for (const std::string& name : look_.hidden) frame.sets.erase(name);
    return frame;
}

Status Viewer::pickAt(double x, double y) {
    picked_.reset();
    if (!shot_) return Error{ErrorKind::Input, "nothing is open"};
    const scene::Scene& scene = *shot_->scene;
    const run::Ray ray = rayThrough(camera_, width_, height_, x, y);
    auto first = run::pick(scene, shownFrame(), ray, look_.clip);
    if (!first) return first.error();
    // What one sees through is met only where nothing is behind it.
    for (const run::Look::Walls how : {run::Look::Walls::Solid, run::Look::Walls::Translucent}) {
        if (how == run::Look::Walls::Translucent && *first) break;
        const auto wall = run::pickWall(scene, shot_->frame, look_, how, ray);
        if (!wall) return wall.error();
        if (*wall && (!*first || (*wall)->distance < (*first)->distance)) *first = *wall;
    }
    return *first ? take(**first) : clearPick();
}

Status Viewer::clearPick() {
    picked_.reset();
    wantSets();
    return success();
}

Status Viewer::take(const run::Pick& pick) {
    picked_ = Picked{pick, {}, {}, {}, {}};
    if (pick.set != run::picked_wall) picked_->row = FollowedRow(shot_->frame, pick.set, pick.row);
    if (Status read = readPick(); !read) {
        (void)clearPick();
        return read;
    }
    wantSets();
    return success();
}

/// Takes the values and contacts of what is picked from the present state.
Status Viewer::readPick() {
    const run::Pick& pick = picked_->pick;
    const scene::Scene& scene = *shot_->scene;
    if (pick.set == run::picked_wall) {
        if (pick.row >= scene.environment.walls.size())
            return Error{ErrorKind::Input, "the wall that was picked is not there any more"};
        picked_->values = run::valuesOfWall(scene, shot_->frame.time, pick);
    } else {
        auto values = run::valuesOf(shot_->frame, pick.set, pick.row, shot_->infos);
        if (!values) return values.error();
        picked_->values = std::move(*values);
    }
    auto contacts = run::contactsOf(scene, shot_->frame, pick);
    picked_->contacts.clear();
    picked_->no_contacts = contacts ? "" : contacts.error().message;
    if (contacts) picked_->contacts = std::move(*contacts);
    return success();
}

/// Finds what is picked in a new state.
void Viewer::refreshPick() {
    if (!picked_) return;
    Status read = success();
    if (picked_->pick.set != run::picked_wall) {
        const auto row = picked_->row.in(shot_->frame);
        if (row)
            picked_->pick.row = *row;
        else
            read = Error{ErrorKind::Input, "what was picked is not there any more"};
    }
    if (read) read = readPick();
    if (read) return;
    say(read.error().message);
    (void)clearPick();
}

Status Viewer::pickPartner(std::size_t contact) {
    if (!picked_ || contact >= picked_->contacts.size())
        return Error{ErrorKind::Input,
                     picked_ ? fmt::format("what is picked has {} contacts; there is no contact {}",
                                           picked_->contacts.size(), contact + 1)
                             : "nothing is picked; click on something in the picture first"};
    const run::Pick partner = picked_->contacts[contact].partner;  // a copy: taking it replaces the list
    return take(partner);
}

std::string Viewer::pickName() const {
    const run::Pick& pick = picked_->pick;
    const auto& walls = shot_->scene->environment.walls;
    if (pick.set == run::picked_wall) return fmt::format("wall {}", walls[pick.row].name);
    if (pick.set == "bodies") {
        std::size_t body = pick.row;
        for (const environment::Wall& wall : walls)
            if (wall.follows && body-- == 0) return fmt::format("body {}", wall.name);
    }
    return fmt::format("{} {:.0f}", pick.set, picked_->row.number());
}

Vec3d Viewer::pointAt(double x, double y) const {
    if (!shot_) return camera_.target;
    const run::Ray ray = rayThrough(camera_, width_, height_, x, y);
    const auto found = run::pick(*shot_->scene, shownFrame(), ray, look_.clip);
    return found && *found ? (*found)->position : camera_.target;
}

Status Viewer::followPick(const std::string& field) {
    if (!picked_ || !shot_)
        return Error{ErrorKind::Input, "nothing is picked; click on something in the picture first"};
    if (picked_->pick.set == run::picked_wall)
        return Error{ErrorKind::Input,
                     "a wall is no row of a set; the loads on walls are columns of the statistics (Plots)"};
    auto history = PickHistory::begin(*shot_, picked_->pick, field);
    if (!history) return history.error();
    pick_history_ = std::move(*history);
    return success();
}

Status Viewer::framePick() {
    if (!picked_ || !shot_)
        return Error{ErrorKind::Input, "nothing is picked; click on something in the picture first"};
    const auto box = run::boxOf(*shot_->scene, shot_->frame, picked_->pick);
    if (!box) return box.error();
    // Of the height of the picture: a ball is shown with what is around it.
    const bool is_ball =
        shot_->frame.find<state::PointsView>(picked_->pick.set) != nullptr && picked_->pick.set != "bodies";
    const double share = is_ball ? 0.1 : 0.7;
    picture::Camera camera = camera_;
    const Vec3d forward = picture::axesOf(camera_).forward;
    const Vec3d centre = *box ? geometry::centreOf(**box) : picked_->pick.position;
    // Of a ball the radius is half the side of its box, of others half the diagonal.
    const double radius = !*box     ? 0
                          : is_ball ? 0.5 * ((*box)->max.x - (*box)->min.x)
                                    : 0.5 * length((*box)->max - (*box)->min);
    const double shown = aspect() < 1 && !is_ball ? share * aspect() : share;
    // What has no end is brought near.
    const double distance =
        radius > 0 ? radius / (shown * std::tan(0.5 * camera.fov)) : 0.3 * length(centre - camera_.position);
    if (!(distance > 0) || !std::isfinite(distance))
        return Error{ErrorKind::Input, "what is picked has no size"};
    camera.target = centre;
    camera.position = centre - forward * distance;
    setCamera(camera);
    return success();
}

}  // namespace talus::viewer
