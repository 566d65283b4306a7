#include "talus/sand/setup.h"

#include <algorithm>
#include <cmath>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/sources/schedule.h"
#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"

namespace talus::sand {
namespace {

/// The margin of method::Fallen in cells. Chosen: short compared to what pictures show.
constexpr double drop = 10;

/// The bounds of all sources.
geometry::Box boundsOfSources(const Part& part) {
    geometry::Box all = geometry::emptyBox();
    for (const Block& block : part.blocks) include(all, boundsOf(block));
    for (const Spout& spout : part.spouts) include(all, boundsOf(spout));
    return all;
}

}  // namespace

double fallOf(const Part& part, const environment::Environment& environment) {
    const geometry::Box sources = boundsOfSources(part);
    double bottom = sources.min.z;
    for (const environment::Wall& wall : environment.walls) {
        if (wall.made) continue;  // bodies may be anywhere; sand falls on what is below them
        if (const auto box = environment::boundsOf(wall))
            bottom = std::min(bottom, box->min.z);
        else if (const auto height = method::lowestBelow(wall.plane, sources))
            bottom = std::min(bottom, *height);
    }
    const double fall = std::max(sources.max.z - bottom, part.sand->cell);
    return std::isfinite(fall) ? fall : 0;
}

double fallingSpeed(const Part& part, const environment::Environment& environment) {
    double own = 0;
    for (const Block& block : part.blocks) own = std::max(own, length(block.velocity));
    for (const Spout& spout : part.spouts) own = std::max(own, largestRate(spout));
    return std::sqrt(own * own + 2 * length(environment.gravity) * fallOf(part, environment));
}

double Setup::lambda() const {
    const double nu = sand.poisson_ratio;
    return stiffness * nu / ((1 + nu) * (1 - 2 * nu));
}
double Setup::shearModulus() const { return stiffness / (2 * (1 + sand.poisson_ratio)); }
double Setup::maxwellModulus() const {
    // Of the damping ratio z: x / (2 sqrt(1 + x)) = 2 z, with x = K_m / M.
    const double z = damped() ? sand.damping : 0, x = 8 * z * z + 4 * z * std::sqrt(1 + 4 * z * z);
    return x * (lambda() + 2 * shearModulus());
}
double Setup::soundSpeed() const {
    return std::sqrt((lambda() + 2 * shearModulus() + maxwellModulus()) / bulk.density);
}

std::string adviceForShorterSteps(const Sand& sand) {
    return sand.dt ? "leave dt out of [sand], or make it shorter" : "make cfl in [sand] smaller";
}

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
            .fallen = method::fallenOf(scene, boundsOfSources(part), drop * part.sand->cell),
            .boundaries = {environment::rigidWallsOf(world), {}, {}, world.ground, 0},
            .origin = {}};
    s.bulk = bulkOf(s.sand, world.materials[environment::materialIndex(world, s.sand.material)]);
    std::vector<geometry::Box> sources;
    for (const Block& block : part.blocks) sources.push_back(boundsOf(block));
    for (const Spout& spout : part.spouts) sources.push_back(boundsOf(spout));
    s.boundaries.solid_meshes = {world.walls, *s.boundaries.walls, s.sand.cell, sources};
    for (const environment::Wall& wall : world.walls)
        s.boundaries.wall_friction.push_back(
            wallFriction(s.sand, s.bulk, world.materials[environment::materialIndex(world, wall.material)]));
    if (world.ground)
        s.boundaries.ground_friction = wallFriction(
            s.sand, s.bulk, world.materials[environment::materialIndex(world, world.ground->material)]);
    s.spacing = s.sand.cell / particles_along_cell;
    s.volume = s.spacing * s.spacing * s.spacing;
    s.mass = s.bulk.density * s.volume;
    s.fall = fallOf(part, world);
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
