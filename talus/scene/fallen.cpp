#include "talus/scene/fallen.h"

#include <algorithm>
#include <limits>

#include "talus/geometry/grow_box.h"
#include "talus/grains/wall_shape.h"
#include "talus/scene/wall_places.h"

namespace talus::scene {
namespace {

/// The box around what grains can lie on; nothing where something of it goes down without end.
std::optional<geometry::Box> solids(const Scene& scene, const Vec3d& up) {
    geometry::Box all = geometry::emptyBox();
    for (const grains::Wall& wall : scene.walls) {
        const auto bounds = grains::boundsOf(wall);
        for (const double time : momentsOf(scene, wall)) {
            const grains::Pose pose = poseOf(scene, wall, time);
            if (!bounds && dot(turned(pose.turn, wall.plane.normal), up) > 0) return std::nullopt;
            for (int corner = 0; bounds && corner < 8; ++corner)
                include(all, pose.place(cornerOf(*bounds, corner)));
        }
    }
    if (scene.ground) {
        const geometry::Heightfield& field = *scene.ground->surface;
        const geometry::Box bounds =
            geometry::boundsOf(exec::Exec::serial(), field.grid, field.height.view());
        include(all, bounds);
        include(all, bounds.min - Vec3d{0, 0, scene.hybrid ? scene.hybrid->depth : 0});
    }
    return all;
}

void addSources(const Scene& scene, geometry::Box& all) {
    for (const grains::Emitter& emitter : scene.emitters) include(all, emitter.centre, emitter.radius);
    for (const grains::Fill& fill : scene.fills) include(all, fill.box);
    for (const grains::Import& import : scene.imports)
        for (const grains::GrainRow& row : *import.grains) include(all, row.position, row.radius);
    for (const grains::Grain& grain : scene.placed) include(all, grain.position, grain.radius);
}

bool repeatsAlong(const Scene& scene, const Vec3d& up) {
    return std::any_of(scene.grains.periodic.begin(), scene.grains.periodic.end(), [&](const auto& axis) {
        return (axis == "x" ? up.x : axis == "y" ? up.y : up.z) != 0;
    });
}

}  // namespace

std::optional<grains::Sink> fallenSink(const Scene& scene) {
    const Vec3d& gravity = scene.grains.gravity;
    const double strength = length(gravity);
    if (!(strength > 0)) return std::nullopt;
    const Vec3d up = gravity / -strength;
    if (repeatsAlong(scene, up)) return std::nullopt;
    std::optional<geometry::Box> all = solids(scene, up);
    if (!all || isEmpty(*all)) return std::nullopt;
    geometry::Box& box = *all;
    addSources(scene, box);

    double lowest = std::numeric_limits<double>::infinity();
    for (int corner = 0; corner < 8; ++corner) lowest = std::min(lowest, dot(cornerOf(box, corner), up));
    grains::Sink sink;
    sink.name = "fallen";
    sink.plane = {up * (lowest - length(box.max - box.min)), up};
    return sink;
}

std::vector<grains::Sink> sinksOf(const Scene& scene) {
    std::vector<grains::Sink> sinks = scene.sinks;
    if (auto fallen = fallenSink(scene)) sinks.push_back(std::move(*fallen));
    return sinks;
}

}  // namespace talus::scene
