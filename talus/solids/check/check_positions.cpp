#include <algorithm>
#include <limits>

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

/// The middle of a body at the start [m]; for a mesh its centre of mass.
Vec3d middleOf(const method::Scene& scene, const Body& body) {
    const auto& walls = scene.environment.walls;
    const auto own = std::find_if(walls.begin(), walls.end(),
                                  [&](const Wall& wall) { return wall.made && wall.name == body.name; });
    return startPose(*own).shift;
}

/// The middle of a free body must be on the free side of walls and outside of prescribed bodies.
void checkAgainstWalls(const Checking& checked, std::size_t index, const Vec3d& middle) {
    const method::Scene& scene = checked.scene;
    const auto isFree = [&](const Wall& wall) {
        const auto& bodies = in(scene).bodies;
        return wall.made && std::any_of(bodies.begin(), bodies.end(), [&](const Body& body) {
                   return body.name == wall.name && body.motion == Body::Motion::Free;
               });
    };
    for (const Wall& wall : scene.environment.walls) {
        if (full(checked.diagnostics)) return;
        if (isFree(wall) || environment::isThin(wall) || wall.presence.enters > 0) continue;
        const Vec3d there = environment::startPose(wall).back(middle);
        double nearest = std::numeric_limits<double>::infinity();
        for (const environment::WallFace& face : environment::facesOf(wall, 0, 0, false))
            nearest = std::min(nearest, environment::distanceTo(face, there).distance);
        if (!(nearest < 0)) continue;
        checked.diagnostics.error(
            checked.spanOf("body", index, "position"),
            fmt::format("the middle of [[body]] '{}' is {} [[{}]] '{}'", in(scene).bodies[index].name,
                        method::forbiddenSide(wall), wall.made ? "body" : "wall", wall.name),
            fmt::format("by {:.3g} m", -nearest));
    }
}

}  // namespace

void checkPositions(const Checking& checked) {
    const method::Scene& scene = checked.scene;
    for (std::size_t i = 0; i < in(scene).bodies.size() && !full(checked.diagnostics); ++i) {
        // What is where a body enters later is not known before the run.
        if (in(scene).bodies[i].presence.enters > 0) continue;
        const Vec3d middle = middleOf(scene, in(scene).bodies[i]);
        const Body& body = in(scene).bodies[i];
        if (body.motion == Body::Motion::Free) checkAgainstWalls(checked, i, middle);
    }
}

}  // namespace talus::solids
