#include <algorithm>

#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"
#include "talus/environment/wall_motion.h"
#include "talus/environment/wall_shape.h"
#include "talus/geometry/ground_surface.h"

/// Bodies must not start inside the ground.
namespace talus::couple::granular {
namespace {

using solids::Body;

/// The middle of a body at the start [m]; for a mesh its centre of mass.
Vec3d middleOf(const Scene& scene, const Body& body) {
    return startPose(scene.environment.walls[wallIndex(scene.environment, body.name)]).shift;
}

void checkAgainstGround(const Checking& checked, std::size_t index, const Vec3d& middle) {
    const Scene& scene = checked.scene;
    const Body& body = solids::in(scene).bodies[index];
    const geometry::Heightfield& field = *ground::in(scene).ground->surface;
    const auto top = geometry::surfaceAt(field.grid, field.height.view(), middle.x, middle.y);
    if (!top || top->height <= middle.z) return;
    const SourceSpan span = checked.spanOf("body", index, "position");
    const std::string what = fmt::format("the middle of [[body]] '{}' is below the ground", body.name);
    const std::string hint = fmt::format("by {:.3g} m; raise it", top->height - middle.z);
    if (body.motion == Body::Motion::Free)
        checked.diagnostics.error(span, what, hint);
    else if (ground::in(scene).soil)
        checked.warn(span, what + ": the ground there is pushed out at once", hint);
}

}  // namespace

void checkBodies(const Checking& checked) {
    const Scene& scene = checked.scene;
    if (!ground::in(scene).ground) return;
    const auto& bodies = solids::in(scene).bodies;
    for (std::size_t i = 0; i < bodies.size() && !full(checked.diagnostics); ++i) {
        const Body& body = bodies[i];
        // What is where a body enters later is not known before the run.
        if (body.presence.enters == 0) checkAgainstGround(checked, i, middleOf(scene, body));
    }
}

void checkMotion(const Checking& checked) {
    const Scene& scene = checked.scene;
    if (ground::in(scene).ground && !moves(scene) && scene.used().size() == 1)
        checked.warn({}, "nothing moves in the scene", "add grains, bodies or particles to the ground");
}

}  // namespace talus::couple::granular
