#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "talus/geometry/ground_surface.h"
#include "talus/grains/wall_faces.h"
#include "talus/grains/wall_motion.h"
#include "talus/grains/wall_shape.h"
#include "talus/scene/check_shapes.h"

/// Bodies must not start inside of what they rest on or bounce off.
namespace talus::scene {
namespace {

using grains::Wall;
using solids::Body;

/// Where the middle of a body is at the start [m]: of a mesh its centre of mass.
Vec3d middleOf(const Scene& scene, std::size_t body) {
    return startPose(scene.walls[scene.walls.size() - scene.made_walls + body]).shift;
}

void checkAgainstGround(Checked& checked, std::size_t index, const Vec3d& middle) {
    const Scene& scene = checked.scene;
    const Body& body = scene.bodies[index];
    const geometry::Heightfield& field = *scene.ground->surface;
    const auto top = geometry::surfaceAt(field.grid, field.height.view(), middle.x, middle.y);
    if (!top || top->height <= middle.z) return;
    const SourceSpan place = checked.place("body", index, "position");
    const std::string what = fmt::format("the middle of [[body]] '{}' is below the ground", body.name);
    const std::string hint = fmt::format("by {:.3g} m; raise it", top->height - middle.z);
    if (body.motion == Body::Motion::Free)
        checked.diagnostics.error(place, what, hint);
    else if (scene.soil)
        checked.warn(place, what + ": what it takes the place of is pushed out at once", hint);
}

/// Of free bodies only balls meet walls and prescribed bodies.
void checkAgainstWalls(Checked& checked, std::size_t index, const Vec3d& middle) {
    const Scene& scene = checked.scene;
    const std::size_t own_walls = scene.walls.size() - scene.made_walls;
    for (std::size_t w = 0; w < scene.walls.size() && !full(checked.diagnostics); ++w) {
        const Wall& wall = scene.walls[w];
        if (w >= own_walls && scene.bodies[w - own_walls].motion == Body::Motion::Free) continue;
        if (grains::isThin(wall)) continue;
        const Vec3d there = grains::startPose(wall).back(middle);
        double nearest = std::numeric_limits<double>::infinity();
        for (const grains::WallFace& face : grains::facesOf(wall, 0, 0, false))
            nearest = std::min(nearest, grains::distanceTo(face, there).distance);
        if (!(nearest < 0)) continue;
        checked.diagnostics.error(
            checked.place("body", index, "position"),
            fmt::format("the middle of [[body]] '{}' is {} [[{}]] '{}'", scene.bodies[index].name,
                        placeOf(wall), w < own_walls ? "wall" : "body", wall.name),
            fmt::format("by {:.3g} m", -nearest));
    }
}

}  // namespace

void checkBodies(Checked& checked) {
    const Scene& scene = checked.scene;
    for (std::size_t i = 0; i < scene.bodies.size() && !full(checked.diagnostics); ++i) {
        const Vec3d middle = middleOf(scene, i);
        if (scene.ground) checkAgainstGround(checked, i, middle);
        const Body& body = scene.bodies[i];
        if (body.motion == Body::Motion::Free && body.shape == Body::Shape::Sphere)
            checkAgainstWalls(checked, i, middle);
    }
}

}  // namespace talus::scene
