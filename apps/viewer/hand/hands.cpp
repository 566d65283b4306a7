#include "viewer/hand/hands.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/environment/wall_shape.h"
#include "talus/math/rotation.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/extent.h"
#include "viewer/pictures/camera_moves.h"
#include "viewer/runs/live_run.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Error input(std::string text) { return Error{ErrorKind::Input, std::move(text)}; }

/// The live run; an error that says why there is none.
Result<LiveRun*> liveOf(const Viewer& viewer) {
    if (!viewer.isOpen() || !viewer.shot()) return input("nothing is open; open a scene first");
    if (viewer.live() == nullptr) return input("a recorded run cannot be changed; open its scene file");
    return viewer.live();
}

/// The live run where something can be added to it and moved in it.
Result<LiveRun*> changeableOf(const Viewer& viewer) {
    const auto live = liveOf(viewer);
    if (!live) return live.error();
    if (viewer.isRecording()) return input(Hands::not_while_recording);
    return live;
}

/// Materials of which an object can be, the most fitting first: those of walls, then those of all else. With
/// some of them the scene would choose another time step.
Result<std::vector<std::string>> materialsIn(const scene::Scene& scene) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const environment::Wall& wall : scene.environment.walls) add(wall.material);
    for (const environment::Material& material : scene.environment.materials) add(material.name);
    if (names.empty())
        return input("the scene has no [[material]] of which the object could be; add one to the scene file");
    return names;
}

Status checkShape(const ObjectShape& shape, const std::vector<std::string>& kinds) {
    if (!(shape.size > 0) || !std::isfinite(shape.size)) return input("a size is above 0 [m]");
    if (std::find(kinds.begin(), kinds.end(), shape.kind) != kinds.end()) return success();
    std::error_code code;
    if (!std::filesystem::is_regular_file(shape.kind, code))
        return input(
            fmt::format("'{}' is none of {}, and no file of a mesh", shape.kind, fmt::join(kinds, ", ")));
    return success();
}

/// The point in which the line of sight through a pixel meets a plane; nothing where it does not.
std::optional<Vec3d> onPlane(const run::Ray& ray, const Vec3d& point, const Vec3d& normal) {
    const double towards = dot(ray.direction, normal);
    if (std::abs(towards) < 1e-9) return std::nullopt;
    const double distance = dot(point - ray.origin, normal) / towards;
    if (!(distance > 0)) return std::nullopt;
    return ray.origin + ray.direction * distance;
}

/// The top of what is in the scene below and above a point: where something can enter that must not be inside
/// of anything [m].
Vec3d topAt(const Viewer& viewer, const Vec3d& point) {
    const geometry::Box box = run::extentOf(*viewer.shot()->scene);
    const double height = Hands::sizeOf(*viewer.shot()->scene);
    const Vec3d above{point.x, point.y, std::max(box.max.z, point.z) + height};
    const auto found = run::pick(*viewer.shot()->scene, viewer.shot()->frame, {above, {0, 0, -1}});
    return found && *found && (*found)->position.z > point.z ? (*found)->position : point;
}

}  // namespace

double Hands::sizeOf(const scene::Scene& scene) {
    const geometry::Box box = run::extentOf(scene);
    return std::max({box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z});
}

double Hands::speedIn(const scene::Scene& scene) {
    const geometry::Box box = run::extentOf(scene);
    const double gravity = length(scene.environment.gravity), height = box.max.z - box.min.z;
    const double fall = std::sqrt(2 * gravity * height);
    return fall > 0 ? fall : Hands::sizeOf(scene);
}

Status Hands::chooseTool(const Viewer& viewer, const std::string& kind, std::optional<double> size) {
    const auto live = liveOf(viewer);
    if (!live) return live.error();
    constexpr double share = 1.0 / 16;
    const bool file = std::find(toolKinds().begin(), toolKinds().end(), kind) == toolKinds().end();
    const ObjectShape shape{kind, size.value_or(file ? 1 : share * Hands::sizeOf(*viewer.shot()->scene))};
    if (Status checked = checkShape(shape, toolKinds()); !checked) return checked;
    tool_ = shape;
    if (file) tool_.kind = std::filesystem::absolute(kind).string();
    held_.reset();  // the tool so far stays where it is
    on_ = true;
    return success();
}

std::string Hands::newName(const Viewer& viewer, const std::string& kind) {
    std::set<std::string> used;
    for (const environment::Wall& wall : viewer.shot()->scene->environment.walls) {
        used.insert(wall.name);
        used.insert(wall.group);
    }
    for (const SettingsTable& table : viewer.settings())
        used.insert(table.title.substr(table.title.find(' ') + 1));
    std::string name;
    do name = fmt::format("{}-{}", kind, ++count_);
    while (used.contains(name));
    return name;
}

Status Hands::grab(Viewer& viewer, double x, double y) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    const Vec3d point = viewer.pointAt(x, y);
    if (held_) {
        // The mouse holds the tool where it points at it, and takes it from there.
        const auto at = onPlane(rayThrough(viewer.camera(), viewer.width(), viewer.height(), x, y),
                                held_->start + held_->displacement, picture::axesOf(viewer.camera()).forward);
        grip_ = at ? *at - (held_->start + held_->displacement) : Vec3d{};
        const double reach = tool_.size;
        if (length(grip_) > reach) grip_ = {};
        return success();
    }
    if (tool_.size <= 0 || tool_.kind.empty()) return input("choose a tool first, as in tool ball");
    const auto materials = materialsIn(*viewer.shot()->scene);
    if (!materials) return materials.error();
    const Vec3d position = topAt(viewer, point) + Vec3d{0, 0, 0.7 * tool_.size};
    const std::string name = newName(viewer, "tool");
    (*live)->addObject(
        name, [shape = tool_, materials = *materials, position, name](const run::Session& session) {
            std::vector<run::UserObject> objects;
            for (const std::string& material : materials)
                objects.push_back({name, toolTables(shape, {name, material, position, session.entryTime()}),
                                   run::firstKeyframes(session, true), position});
            return Result<std::vector<run::UserObject>>(std::move(objects));
        });
    held_ = Moved{name, position, {}, {}};
    grip_ = {};
    unsaved_ = true;
    return success();
}

void Hands::follow(Viewer& viewer, const Moved& moved) const {
    const double speed = speedIn(*viewer.shot()->scene);
    viewer.live()->moveObject(moved.name, {moved.displacement, moved.rotation, speed, speed / tool_.size});
}

Status Hands::drag(Viewer& viewer, double x, double y) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (!held_) return input("no tool is in the scene; place it with grab X Y");
    const Vec3d middle = held_->start + held_->displacement;
    const auto at = onPlane(rayThrough(viewer.camera(), viewer.width(), viewer.height(), x, y),
                            middle + grip_, picture::axesOf(viewer.camera()).forward);
    if (!at) return input("the tool is behind the camera");
    held_->displacement += *at - (middle + grip_);
    unsaved_ = true;
    follow(viewer, *held_);
    return success();
}

Status Hands::push(Viewer& viewer, double distance) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (!held_) return input("no tool is in the scene; place it with grab X Y");
    held_->displacement += picture::axesOf(viewer.camera()).forward * distance;
    unsaved_ = true;
    follow(viewer, *held_);
    return success();
}

Status Hands::turn(Viewer& viewer, double about_z, double tilt) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (!held_) return input("no tool is in the scene; place it with grab X Y");
    const Vec3d right = picture::axesOf(viewer.camera()).right;
    held_->rotation = rotationVector(rotationBy(right * tilt) * rotationBy(Vec3d{0, 0, about_z}) *
                                     rotationBy(held_->rotation));
    unsaved_ = true;
    follow(viewer, *held_);
    return success();
}

Status Hands::putAway(Viewer& viewer) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (!held_) return input("no tool is in the scene");
    (*live)->removeObject(held_->name);
    held_.reset();
    unsaved_ = true;
    return success();
}

Status Hands::drop(Viewer& viewer, const ObjectShape& shape, double x, double y) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (Status checked = checkShape(shape, droppedKinds()); !checked) return checked;
    const auto materials = materialsIn(*viewer.shot()->scene);
    if (!materials) return materials.error();
    ObjectShape dropped = shape;
    const bool file =
        std::find(droppedKinds().begin(), droppedKinds().end(), shape.kind) == droppedKinds().end();
    if (file) dropped.kind = std::filesystem::absolute(shape.kind).string();
    const double above = file ? Hands::sizeOf(*viewer.shot()->scene) / 8 : shape.size;
    const Vec3d position = topAt(viewer, viewer.pointAt(x, y)) + Vec3d{0, 0, above};
    const std::string name = newName(viewer, "dropped");
    (*live)->addObject(name, [dropped, materials = *materials, position, name](const run::Session& session) {
        std::vector<run::UserObject> objects;
        for (const std::string& material : materials)
            objects.push_back(
                {name, droppedTables(dropped, {name, material, position, session.entryTime()}), nullptr, {}});
        return Result<std::vector<run::UserObject>>(std::move(objects));
    });
    unsaved_ = true;
    return success();
}

Status Hands::placeSpout(Viewer& viewer, double x, double y, const Vec3d& direction) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (!(length(direction) > 0)) return input("the direction of a spout is not zero");
    const double size = Hands::sizeOf(*viewer.shot()->scene);
    const Vec3d position = viewer.pointAt(x, y) - normalized(direction) * (size / 8);
    const std::string name = newName(viewer, "spout");
    (*live)->addObject(name, [position, name, direction, size](const run::Session& session) {
        auto tables = spoutTables(session.scene(), {name, "", position, session.entryTime()}, direction,
                                  {size / 12, 0.5 * speedIn(session.scene())});
        if (!tables) return Result<std::vector<run::UserObject>>(tables.error());
        return Result<std::vector<run::UserObject>>(
            std::vector<run::UserObject>{{name, std::move(*tables), nullptr, {}}});
    });
    spouts_.push_back(name);
    unsaved_ = true;
    return success();
}

Status Hands::stopSpout(Viewer& viewer) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (spouts_.empty()) return input("no spout flows that was placed by hand");
    (*live)->removeObject(spouts_.back());
    spouts_.pop_back();
    unsaved_ = true;
    return success();
}

std::vector<std::string> Hands::movable(const Viewer& viewer) {
    std::set<std::string> names;
    if (viewer.live() == nullptr || !viewer.shot()) return {};
    for (const environment::Wall& wall : viewer.shot()->scene->environment.walls) {
        // A plane without end can be moved too. What others carry along moves with them.
        if (wall.free || !wall.parent.empty()) continue;
        names.insert(wall.group.empty() ? wall.name : wall.group);
    }
    return {names.begin(), names.end()};
}

std::optional<Vec3d> Hands::middleOf(const Viewer& viewer, const std::string& name) const {
    if (!viewer.shot()) return std::nullopt;
    const scene::Scene& scene = *viewer.shot()->scene;
    Vec3d sum;
    double count = 0;
    for (const environment::Wall& wall : scene.environment.walls) {
        if (wall.name != name && wall.group != name) continue;
        const environment::Pose pose = method::poseOf(scene, wall, viewer.shot()->frame.time);
        if (environment::isAbsent(pose)) continue;
        sum += pose.toWorld(wall.follows ? Vec3d{} : environment::referenceOf(wall));
        ++count;
    }
    if (count == 0) return std::nullopt;
    return sum / count;
}

Vec3d Hands::displacementOf(const std::string& name) const {
    if (held_ && held_->name == name) return held_->displacement;
    for (const Moved& moved : moved_)
        if (moved.name == name) return moved.displacement;
    return {};
}

Status Hands::select(const Viewer& viewer, const std::string& name) {
    const std::vector<std::string> names = movable(viewer);
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        return input(
            fmt::format("'{}' is no wall or prescribed body; there are: {}", name, fmt::join(names, ", ")));
    selected_ = name;
    return success();
}

Status Hands::move(Viewer& viewer, const std::string& name, const Vec3d& displacement) {
    const auto live = changeableOf(viewer);
    if (!live) return live.error();
    if (held_ && held_->name == name) {
        held_->displacement = displacement;
        follow(viewer, *held_);
        return success();
    }
    auto moved =
        std::find_if(moved_.begin(), moved_.end(), [&](const Moved& other) { return other.name == name; });
    if (moved == moved_.end()) {
        const std::vector<std::string> names = movable(viewer);
        if (std::find(names.begin(), names.end(), name) == names.end())
            return input(fmt::format("'{}' is no wall or prescribed body; there are: {}", name,
                                     fmt::join(names, ", ")));
        (*live)->addObject(name, [name](const run::Session& session) {
            return Result<std::vector<run::UserObject>>(
                std::vector<run::UserObject>{{name, {}, run::firstKeyframes(session, false), {}}});
        });
        moved = moved_.insert(moved_.end(), Moved{name, middleOf(viewer, name).value_or(Vec3d{}), {}, {}});
    }
    moved->displacement = displacement;
    unsaved_ = true;
    follow(viewer, *moved);
    return success();
}

void Hands::refused(const std::string& name) {
    if (held_ && held_->name == name) held_.reset();
    std::erase(spouts_, name);
    std::erase_if(moved_, [&](const Moved& moved) { return moved.name == name; });
}

void Hands::clear() { *this = Hands(); }

}  // namespace talus::viewer
