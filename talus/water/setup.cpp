#include "talus/water/setup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/environment/wall_shape.h"

namespace talus::water {
double fallingSpeed(const Part& part, const environment::Environment& environment) {
    double top = -std::numeric_limits<double>::infinity(), bottom = -top, own = 0;
    for (const Block& block : part.blocks) {
        const geometry::Box box = boundsOf(block);
        top = std::max(top, box.max.z);
        bottom = std::min(bottom, box.min.z);
        own = std::max(own, length(block.velocity));
    }
    for (const Inflow& inflow : part.inflows) {
        top = std::max(top, inflow.centre.z);
        bottom = std::min(bottom, inflow.centre.z);
        own = std::max(own, largestRate(inflow));
    }
    for (const environment::Wall& wall : environment.walls) {
        if (const auto box = environment::boundsOf(wall))
            bottom = std::min(bottom, box->min.z);
        else
            bottom = std::min(bottom, wall.plane.point.z);
    }
    const double fall = std::max(top - bottom, part.water->spacing);
    return std::sqrt(own * own + 2 * length(environment.gravity) * (std::isfinite(fall) ? fall : 0));
}

Setup setupOf(const method::Scene& scene) {
    const Part& part = in(scene);
    const environment::Environment& world = scene.environment;
    Setup s{.water = *part.water,
            .blocks = part.blocks,
            .inflows = part.inflows,
            .gravity = world.gravity,
            .sinks = world.sinks,
            .solids = {},
            .smoothing = {}};
    std::vector<std::uint16_t> materials;
    materials.reserve(world.walls.size());
    for (const environment::Wall& wall : world.walls)
        materials.push_back(environment::materialIndex(world, wall.material));
    s.solids = {
        std::make_shared<const environment::Walls>(world.walls, materials, world.motions, world.mobility),
        world.ground};
    const bool mueller = s.water.solver == Solver::Mueller;
    const double volume = mueller ? s.water.particle_mass / s.water.density
                                  : s.water.spacing * s.water.spacing * s.water.spacing;
    s.smoothing = {s.water.kernel, mueller ? s.water.smoothing : s.water.support * s.water.spacing, volume,
                   environment::periodicDomain(world)};
    if (mueller) s.water.spacing = std::cbrt(volume);
    s.mass = mueller ? s.water.particle_mass : s.water.density * volume;
    const double falling = fallingSpeed(part, world);
    s.fastest = s.water.speed.value_or(falling);
    s.reachable = std::max(s.fastest, falling);
    s.sound_speed = s.water.sound_speed.value_or(10 * s.fastest);
    return s;
}

}  // namespace talus::water
