#include "talus/grains/load/fallen.h"

#include <algorithm>
#include <limits>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/method/wall_poses.h"

namespace talus::grains {

using method::Scene;

namespace {

/// The box around everything on which grains can lie; nothing if part of it, such as a plane, is infinite.
std::optional<geometry::Box> solids(const Scene& scene, const std::optional<geometry::Box>& ground,
                                    const Vec3d& up) {
    geometry::Box all = geometry::emptyBox();
    for (const environment::Wall& wall : scene.environment.walls) {
        const auto bounds = environment::boundsOf(wall);
        for (const double time : sampleTimesOf(scene, wall)) {
            const environment::Pose pose = poseOf(scene, wall, time);
            if (!bounds && dot(rotated(pose.rotation, wall.plane.normal), up) > 0) return std::nullopt;
            for (int corner = 0; bounds && corner < 8; ++corner)
                include(all, pose.toWorld(cornerOf(*bounds, corner)));
        }
    }
    if (ground) include(all, *ground);
    return all;
}

void addSources(const Scene& scene, geometry::Box& all) {
    for (const Emitter& emitter : in(scene).emitters) include(all, middleOf(emitter), reachOf(emitter));
    for (const Fill& fill : in(scene).fills) include(all, fill.box);
    for (const Import& import : in(scene).imports)
        for (const GrainRow& row : *import.grains) include(all, row.position, row.radius);
    for (const Grain& grain : in(scene).placed)
        include(all, grain.position, grain.chosen ? grain.radius * grain.chosen->shape->reach : grain.radius);
}

bool repeatsAlong(const Scene& scene, const Vec3d& up) {
    return std::any_of(scene.environment.periodic.begin(), scene.environment.periodic.end(),
                       [&](const auto& axis) {
                           return (axis == "x" ? up.x : axis == "y" ? up.y : up.z) != 0;
                       });
}

}  // namespace

std::optional<environment::Sink> fallenSink(const Scene& scene, const std::optional<geometry::Box>& ground) {
    const Vec3d& gravity = scene.environment.gravity;
    const double strength = length(gravity);
    if (!(strength > 0)) return std::nullopt;
    const Vec3d up = gravity / -strength;
    if (repeatsAlong(scene, up)) return std::nullopt;
    std::optional<geometry::Box> all = solids(scene, ground, up);
    if (!all || isEmpty(*all)) return std::nullopt;
    geometry::Box& box = *all;
    addSources(scene, box);

    double lowest = std::numeric_limits<double>::infinity();
    for (int corner = 0; corner < 8; ++corner) lowest = std::min(lowest, dot(cornerOf(box, corner), up));
    environment::Sink sink;
    sink.name = "fallen";
    sink.below_all = true;
    sink.plane = {up * (lowest - length(box.max - box.min)), up};
    return sink;
}

std::vector<environment::Sink> sinksOf(const Scene& scene, const std::optional<geometry::Box>& ground) {
    std::vector<environment::Sink> sinks = scene.environment.sinks;
    if (auto fallen = fallenSink(scene, ground)) sinks.push_back(std::move(*fallen));
    return sinks;
}

}  // namespace talus::grains
