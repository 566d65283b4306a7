#include "talus/water/sources/fallen.h"

#include <algorithm>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/geometry/heightfield.h"
#include "talus/method/wall_poses.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

/// The margin of Fallen in spacings. Chosen: short compared to what pictures show, and long enough to keep
/// water that drips from an edge.
constexpr double drop = 20;

double lowestOf(const geometry::Box& box, const Vec3d& up) {
    double lowest = dot(box.min, up);
    for (int corner = 0; corner < 8; ++corner) lowest = std::min(lowest, dot(cornerOf(box, corner), up));
    return lowest;
}

bool isPeriodicAlong(const environment::Periodic& domain, const Vec3d& up) {
    return (domain.length.x > 0 && up.x != 0) || (domain.length.y > 0 && up.y != 0) ||
           (domain.length.z > 0 && up.z != 0);
}

}  // namespace

std::optional<Fallen> fallenOf(const method::Scene& scene, const Part& part, double spacing) {
    const environment::Environment& world = scene.environment;
    const double strength = length(world.gravity);
    if (!(strength > 0) || (world.walls.empty() && !world.ground && !world.volume)) return std::nullopt;
    const Vec3d up = world.gravity / -strength;
    if (isPeriodicAlong(environment::periodicDomain(world), up)) return std::nullopt;
    geometry::Box all = geometry::emptyBox();
    for (const environment::Wall& wall : world.walls) {
        const auto bounds = environment::boundsOf(wall);
        for (const double time : method::sampleTimesOf(scene, wall)) {
            const environment::Pose pose = method::poseOf(scene, wall, time);
            if (!bounds && dot(turned(pose.turn, wall.plane.normal), up) > 0) return std::nullopt;
            for (int corner = 0; bounds && corner < 8; ++corner)
                include(all, pose.place(cornerOf(*bounds, corner)));
        }
    }
    if (world.volume) include(all, world.volume->grid.bounds());
    for (const Block& block : part.blocks) include(all, boundsOf(block));
    for (const Inflow& inflow : part.inflows) include(all, inflow.centre);
    for (const Rain& rain : part.rains) include(all, boundsOf(rain));
    for (const environment::Sink& sink : world.sinks) {
        if (sink.kind == environment::Sink::Kind::Box)
            include(all, sink.box);
        else if (dot(sink.plane.normal, up) > 0)
            include(all, sink.plane.point);
    }
    return Fallen{up, lowestOf(all, up), drop * spacing};
}

double heightOfFallen(const Fallen& fallen, const exec::Exec& exec, const Solids& solids,
                      exec::View<const double> ground_height) {
    double lowest = fallen.lowest;
    if (solids.ground)
        lowest = std::min(lowest,
                          lowestOf(geometry::boundsOf(exec, solids.ground->grid, ground_height), fallen.up));
    return lowest - fallen.margin;
}

}  // namespace talus::water
