#include "talus/method/check_world.h"

#include <fmt/format.h>

#include "talus/environment/wall_shape.h"

namespace talus::method {

using environment::Wall;

const char* forbiddenSide(const Wall& wall) {
    return wall.kind == Wall::Kind::Plane  ? "behind"
           : environment::isObstacle(wall) ? "inside"
                                           : "outside of";
}

bool checkCorners(const Checking& checked, const char* section, std::size_t index, const geometry::Box& box) {
    const auto axis = [&](char name, double low, double high) {
        if (low < high) return true;
        checked.diagnostics.error(
            checked.spanOf(section, index, "max"),
            fmt::format("'max' must be above 'min' in {}: {} is not above {}", name, high, low),
            "min is the lowest corner, max the highest");
        return false;
    };
    const bool x = axis('x', box.min.x, box.max.x);
    const bool y = axis('y', box.min.y, box.max.y);
    const bool z = axis('z', box.min.z, box.max.z);
    return x && y && z;
}

bool checkDirection(const Checking& checked, const char* section, std::size_t index, const char* key,
                    const Vec3d& v) {
    const double squared = squaredLength(v);
    if (squared > 1e-200 && squared < 1e200) return true;
    checked.diagnostics.error(checked.spanOf(section, index, key),
                              fmt::format("'{}' must not be {}", key, squared > 1 ? "so long" : "zero"),
                              "it is a direction, for example [0, 0, 1]");
    return false;
}

namespace {

/// The two ends of an axis must differ.
bool checkAxis(const Checking& checked, std::size_t wall, const Vec3d& from, const Vec3d& to) {
    const double squared = squaredLength(to - from);
    if (squared > 1e-200 && squared < 1e200) return true;
    checked.diagnostics.error(
        checked.spanOf("wall", wall, "to"),
        fmt::format("[[wall]] '{}' has {} axis: 'from' and 'to' are {}",
                    checked.scene.environment.walls[wall].name, squared > 1 ? "too long an" : "no",
                    squared > 1 ? "too far apart" : "the same point"),
        "they are the centres of its two ends");
    return false;
}

bool checkCone(const Checking& checked, std::size_t index, const Wall& wall) {
    if (!checkAxis(checked, index, wall.cone.from, wall.cone.to)) return false;
    if (wall.kind != Wall::Kind::Cone || wall.cone.radius > 0 || wall.cone.end_radius > 0) return true;
    checked.diagnostics.error(checked.spanOf("wall", index, "end_radius"),
                              fmt::format("[[wall]] '{}' is a line: both radii are 0", wall.name),
                              "one of 'radius' and 'end_radius' may be 0");
    return false;
}

bool checkRectangle(const Checking& checked, std::size_t index, const geometry::Rectangle& r) {
    if (!checkDirection(checked, "wall", index, "edge_u", r.u) ||
        !checkDirection(checked, "wall", index, "edge_v", r.v))
        return false;
    const double cosine = dot(r.u, r.v) / (length(r.u) * length(r.v));
    if (std::abs(cosine) < 1e-6) return true;
    const Vec3d right = r.v - r.u * (dot(r.u, r.v) / squaredLength(r.u));
    checked.diagnostics.error(
        checked.spanOf("wall", index, "edge_v"), "'edge_v' must be at right angles to 'edge_u'",
        fmt::format("[{:.6g}, {:.6g}, {:.6g}] would be; for other outlines use several walls", right.x,
                    right.y, right.z));
    return false;
}

bool checkDisc(const Checking& checked, std::size_t index, const geometry::Disc& disc) {
    const bool direction = checkDirection(checked, "wall", index, "normal", disc.normal);
    if (disc.hole < disc.radius) return direction;
    checked.diagnostics.error(
        checked.spanOf("wall", index, "hole"),
        fmt::format("'hole' must be smaller than 'radius': {} is not below {}", disc.hole, disc.radius),
        "both are radii");
    return false;
}

}  // namespace

bool checkWallShape(const Checking& checked, std::size_t index) {
    const Wall& wall = checked.scene.environment.walls[index];
    switch (wall.kind) {
        case Wall::Kind::Plane: return checkDirection(checked, "wall", index, "normal", wall.plane.normal);
        case Wall::Kind::Rectangle: return checkRectangle(checked, index, wall.rectangle);
        case Wall::Kind::Disc: return checkDisc(checked, index, wall.disc);
        case Wall::Kind::BoxInside:
        case Wall::Kind::BoxOutside: return checkCorners(checked, "wall", index, wall.box);
        case Wall::Kind::SphereInside:
        case Wall::Kind::SphereOutside: return true;
        case Wall::Kind::CylinderInside:
        case Wall::Kind::CylinderOutside:
        case Wall::Kind::Cone: return checkCone(checked, index, wall);
        case Wall::Kind::Capsule: return checkAxis(checked, index, wall.capsule.from, wall.capsule.to);
        case Wall::Kind::Mesh: return wall.mesh != nullptr;
    }
    return true;
}

bool checkSink(const Checking& checked, std::size_t index) {
    const environment::Sink& sink = checked.scene.environment.sinks[index];
    return sink.kind == environment::Sink::Kind::Plane
               ? checkDirection(checked, "sink", index, "normal", sink.plane.normal)
               : checkCorners(checked, "sink", index, sink.box);
}

std::vector<const Wall*> validWalls(const Checking& checked) {
    Diagnostics discarded;
    const Checking again{checked.scene, checked.root, checked.files, discarded};
    std::vector<const Wall*> sound;
    for (std::size_t i = 0; i < checked.scene.environment.walls.size(); ++i)
        if (checkWallShape(again, i)) sound.push_back(&checked.scene.environment.walls[i]);
    return sound;
}

void checkWorld(const Checking& checked) {
    const environment::Environment& world = checked.scene.environment;
    for (std::size_t i = 0; i < world.walls.size() && !settings::full(checked.diagnostics); ++i)
        checkWallShape(checked, i);
    checkMotions(checked);
    for (std::size_t i = 0; i < world.sinks.size() && !settings::full(checked.diagnostics); ++i)
        checkSink(checked, i);
}

}  // namespace talus::method
