#include "talus/method/sources/fallen.h"

#include <algorithm>
#include <limits>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/geometry/heightfield.h"
#include "talus/method/wall_poses.h"

namespace talus::method {
namespace {

double lowestOf(const geometry::Box& box, const Vec3d& up) {
    double lowest = dot(box.min, up);
    for (int corner = 0; corner < 8; ++corner) lowest = std::min(lowest, dot(cornerOf(box, corner), up));
    return lowest;
}

bool isPeriodicAlong(const environment::Periodic& domain, const Vec3d& up) {
    return (domain.length.x > 0 && up.x != 0) || (domain.length.y > 0 && up.y != 0) ||
           (domain.length.z > 0 && up.z != 0);
}

bool isOpen(const environment::Environment& world) {
    return world.walls.empty() && !world.ground && !world.volume;
}

}  // namespace

bool fallsForEver(const Scene& scene) {
    const environment::Environment& world = scene.environment;
    const double strength = length(world.gravity);
    return strength > 0 && isOpen(world) && world.sinks.empty() &&
           !isPeriodicAlong(environment::periodicDomain(world), world.gravity / -strength);
}

std::optional<Fallen> fallenOf(const Scene& scene, const geometry::Box& sources, double margin) {
    const environment::Environment& world = scene.environment;
    const double strength = length(world.gravity);
    if (!(strength > 0) || isOpen(world)) return std::nullopt;
    const Vec3d up = world.gravity / -strength;
    if (isPeriodicAlong(environment::periodicDomain(world), up)) return std::nullopt;
    geometry::Box all = sources;
    for (const environment::Wall& wall : world.walls) {
        const auto bounds = environment::boundsOf(wall);
        for (const double time : sampleTimesOf(scene, wall)) {
            const environment::Pose pose = poseOf(scene, wall, time);
            if (!bounds && dot(rotated(pose.rotation, wall.plane.normal), up) > 0) return std::nullopt;
            for (int corner = 0; bounds && corner < 8; ++corner)
                include(all, pose.toWorld(cornerOf(*bounds, corner)));
        }
    }
    if (world.volume) include(all, world.volume->grid.bounds());
    for (const environment::Sink& sink : world.sinks) {
        if (sink.kind == environment::Sink::Kind::Box)
            include(all, sink.box);
        else if (dot(sink.plane.normal, up) > 0)
            include(all, sink.plane.point);
    }
    return Fallen{up, lowestOf(all, up), margin};
}

double heightOfFallen(const std::optional<Fallen>& fallen, const exec::Exec& exec,
                      const geometry::ColumnGrid* ground, exec::View<const double> heights) {
    if (!fallen) return -std::numeric_limits<double>::infinity();
    double lowest = fallen->lowest;
    if (ground != nullptr)
        lowest = std::min(lowest, lowestOf(geometry::boundsOf(exec, *ground, heights), fallen->up));
    return lowest - fallen->margin;
}

std::optional<double> lowestBelow(const geometry::Plane& plane, const geometry::Box& box) {
    const Vec3d n = normalized(plane.normal);
    constexpr double upright = 1e-3;  // within a tenth of a degree it counts as vertical
    if (!(n.z > upright)) return std::nullopt;
    const Vec3d from =
        Vec3d{n.x > 0 ? box.max.x : box.min.x, n.y > 0 ? box.max.y : box.min.y, 0} - plane.point;
    return plane.point.z - (n.x * from.x + n.y * from.y) / n.z;
}

}  // namespace talus::method
