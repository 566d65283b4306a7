#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "talus/environment/wall_faces.h"
#include "talus/environment/wall_motion.h"
#include "talus/environment/wall_shape.h"
#include "talus/method/check_world.h"
#include "talus/solids/check/checks.h"

/// Free bodies must not start inside walls or bodies with which they collide.
namespace talus::solids {
namespace {

using environment::Wall;

/// Points of a body at the start [m] that are all inside of a wall if the whole body is: its middle, and of a
/// mesh also a corner, as its middle may be outside of it.
std::vector<Vec3d> pointsOf(const method::Scene& scene, const Body& body) {
    const auto& walls = scene.environment.walls;
    const auto own = std::find_if(walls.begin(), walls.end(),
                                  [&](const Wall& wall) { return wall.made && wall.name == body.name; });
    const environment::Pose pose = startPose(*own);
    std::vector<Vec3d> points{pose.shift};
    if (const auto* mesh = std::get_if<geometry::MeshSolid>(body.solid.get()))
        points.push_back(pose.toWorld(mesh->mesh->points.front()));
    return points;
}

/// A free body must be on the free side of walls and outside of prescribed bodies. (One that is there with a
/// part of it overlaps their surface: checkOverlaps().)
void checkAgainstWalls(const Checking& checked, std::size_t index, const std::vector<Vec3d>& points) {
    const method::Scene& scene = checked.scene;
    for (const Wall& wall : scene.environment.walls) {
        if (full(checked.diagnostics)) return;
        if (wall.free || environment::isThin(wall) || wall.presence.enters > 0) continue;
        const auto distanceOf = [&](const Vec3d& point) {
            const Vec3d there = environment::startPose(wall).toLocal(point);
            double nearest = std::numeric_limits<double>::infinity();
            for (const environment::WallFace& face : environment::facesOf(wall, 0, 0, false))
                nearest = std::min(nearest, environment::distanceTo(face, there).distance);
            return nearest;
        };
        if (!std::ranges::all_of(points, [&](const Vec3d& point) { return distanceOf(point) < 0; })) continue;
        const double nearest = distanceOf(points.front());
        checked.diagnostics.error(
            checked.spanOf("body", index, "position"),
            fmt::format("the middle of [[body]] '{}' is {} [[{}]] '{}'", in(scene).bodies[index].name,
                        method::forbiddenSide(wall), wall.made ? "body" : "wall", wall.name),
            fmt::format("by {:.3g} m", -nearest));
    }
}

}  // namespace

void checkPeriodic(const Checking& checked) {
    const auto& bodies = in(checked.scene).bodies;
    const auto free = std::ranges::find(bodies, Body::Motion::Free, &Body::motion);
    if (checked.scene.environment.periodic.empty() || free == bodies.end()) return;
    const char* what = "free bodies go through periodic sides and do not come back";
    const char* hint = "leave out world.periodic, or keep the bodies within the domain";
    if (free->made)
        checked.warn("chain", 0, "name", what, hint);
    else
        checked.warn("body", static_cast<std::size_t>(free - bodies.begin()), "name", what, hint);
}

void checkPositions(const Checking& checked) {
    const method::Scene& scene = checked.scene;
    for (std::size_t i = 0; i < in(scene).bodies.size() && !full(checked.diagnostics); ++i) {
        // What is where a body enters later is not known before the run.
        if (in(scene).bodies[i].presence.enters > 0) continue;
        const Body& body = in(scene).bodies[i];
        if (body.motion == Body::Motion::Free) checkAgainstWalls(checked, i, pointsOf(scene, body));
    }
}

}  // namespace talus::solids
