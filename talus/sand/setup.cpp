#include "talus/sand/setup.h"

#include <algorithm>
#include <cmath>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/sources/schedule.h"
#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/method/wall_poses.h"

namespace talus::sand {
namespace {

/// The margin of Fallen in cells. Chosen: short compared to what pictures show.
constexpr double drop = 10;

/// The bounds of all sources.
geometry::Box boundsOfSources(const Part& part) {
    geometry::Box all = geometry::emptyBox();
    for (const Block& block : part.blocks) include(all, boundsOf(block));
    for (const Spout& spout : part.spouts) include(all, boundsOf(spout));
    return all;
}

/// The height of the lowest point of a plane below a box, along z. Empty for a plane that is vertical or
/// faces down, which stops nothing.
std::optional<double> lowestBelow(const geometry::Plane& plane, const geometry::Box& box) {
    const Vec3d n = normalized(plane.normal);
    constexpr double upright = 1e-3;  // within a tenth of a degree it counts as vertical
    if (!(n.z > upright)) return std::nullopt;
    const Vec3d from =
        Vec3d{n.x > 0 ? box.max.x : box.min.x, n.y > 0 ? box.max.y : box.min.y, 0} - plane.point;
    return plane.point.z - (n.x * from.x + n.y * from.y) / n.z;
}

double lowestOf(const geometry::Box& box, const Vec3d& up) {
    double lowest = dot(box.min, up);
    for (int corner = 0; corner < 8; ++corner) lowest = std::min(lowest, dot(cornerOf(box, corner), up));
    return lowest;
}

/// Empty if there is no gravity, if the domain is periodic along it, if a plane stops all falling sand, or if
/// there are neither walls nor ground.
std::optional<Fallen> fallenOf(const method::Scene& scene, const Part& part) {
    const environment::Environment& world = scene.environment;
    const double strength = length(world.gravity);
    if (!(strength > 0) || (world.walls.empty() && !world.ground)) return std::nullopt;
    const Vec3d up = world.gravity / -strength;
    const environment::Periodic domain = environment::periodicDomain(world);
    if ((domain.length.x > 0 && up.x != 0) || (domain.length.y > 0 && up.y != 0) ||
        (domain.length.z > 0 && up.z != 0))
        return std::nullopt;
    geometry::Box all = boundsOfSources(part);
    for (const environment::Wall& wall : world.walls) {
        const auto bounds = environment::boundsOf(wall);
        for (const double time : method::sampleTimesOf(scene, wall)) {
            const environment::Pose pose = method::poseOf(scene, wall, time);
            if (!bounds && dot(turned(pose.turn, wall.plane.normal), up) > 0) return std::nullopt;
            for (int corner = 0; bounds && corner < 8; ++corner)
                include(all, pose.place(cornerOf(*bounds, corner)));
        }
    }
    for (const environment::Sink& sink : world.sinks)
        if (sink.kind == environment::Sink::Kind::Box) include(all, sink.box);
    const double margin = drop * part.sand->cell;
    return Fallen{up, lowestOf(all, up) - margin, margin};
}

}  // namespace

double fallingSpeed(const Part& part, const environment::Environment& environment) {
    geometry::Box sources = boundsOfSources(part);
    double own = 0;
    for (const Block& block : part.blocks) own = std::max(own, length(block.velocity));
    for (const Spout& spout : part.spouts) own = std::max(own, largestRate(spout));
    double bottom = sources.min.z;
    for (const environment::Wall& wall : environment.walls) {
        if (wall.made) continue;  // bodies may be anywhere; sand falls on what is below them
        if (const auto box = environment::boundsOf(wall))
            bottom = std::min(bottom, box->min.z);
        else if (const auto height = lowestBelow(wall.plane, sources))
            bottom = std::min(bottom, *height);
    }
    const double fall = std::max(sources.max.z - bottom, part.sand->cell);
    return std::sqrt(own * own + 2 * length(environment.gravity) * (std::isfinite(fall) ? fall : 0));
}

double Setup::lambda() const {
    const double nu = sand.poisson_ratio;
    return stiffness * nu / ((1 + nu) * (1 - 2 * nu));
}
double Setup::shearModulus() const { return stiffness / (2 * (1 + sand.poisson_ratio)); }
double Setup::soundSpeed() const { return std::sqrt((lambda() + 2 * shearModulus()) / bulk.density); }

Setup setupOf(const method::Scene& scene) {
    const Part& part = in(scene);
    const environment::Environment& world = scene.environment;
    Setup s{.sand = *part.sand,
            .bulk = {},
            .blocks = part.blocks,
            .spouts = part.spouts,
            .gravity = world.gravity,
            .domain = environment::periodicDomain(world),
            .walls = world.walls,
            .sinks = world.sinks,
            .fallen = fallenOf(scene, part),
            .boundaries = {environment::rigidWallsOf(world), {}, world.ground, 0},
            .origin = {}};
    s.bulk = bulkOf(s.sand, world.materials[environment::materialIndex(world, s.sand.material)]);
    for (const environment::Wall& wall : world.walls)
        s.boundaries.wall_friction.push_back(
            wallFriction(s.sand, s.bulk, world.materials[environment::materialIndex(world, wall.material)]));
    if (world.ground)
        s.boundaries.ground_friction = wallFriction(
            s.sand, s.bulk, world.materials[environment::materialIndex(world, world.ground->material)]);
    s.spacing = s.sand.cell / particles_along_cell;
    s.volume = s.spacing * s.spacing * s.spacing;
    s.mass = s.bulk.density * s.volume;
    s.fastest = s.sand.speed.value_or(fallingSpeed(part, world));
    // The largest pressure expected is that of a jet that stops, rho v^2 / 2. It is also that of the weight
    // of a column as high as the fall. Uniaxial compression: p = M strain.
    const double nu = s.sand.poisson_ratio;
    const double pressure = 0.5 * s.bulk.density * s.fastest * s.fastest;
    const double uniaxial = pressure / s.sand.compression;
    s.stiffness = s.sand.stiffness.value_or(uniaxial * (1 + nu) * (1 - 2 * nu) / (1 - nu));
    s.origin = s.domain.low;
    if (!(s.domain.length.x > 0)) s.origin.x = 0;
    if (!(s.domain.length.y > 0)) s.origin.y = 0;
    if (!(s.domain.length.z > 0)) s.origin.z = 0;
    return s;
}

}  // namespace talus::sand
