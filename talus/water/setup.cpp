#include "talus/water/setup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/water/forces/forces.h"
#include "talus/water/solver/spray.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

/// The margin of Fallen in spacings. Chosen: short compared to what pictures show, and long enough to keep
/// water that drips from an edge.
constexpr double drop = 20;

geometry::Box boundsOfSources(const Part& part) {
    geometry::Box all = geometry::emptyBox();
    for (const Block& block : part.blocks) include(all, boundsOf(block));
    for (const Inflow& inflow : part.inflows) include(all, inflow.centre);
    for (const Rain& rain : part.rains) include(all, boundsOf(rain));
    return all;
}

}  // namespace

double fallingSpeed(const Part& part, const environment::Environment& environment) {
    const geometry::Box sources = boundsOfSources(part);
    double own = 0;
    for (const Block& block : part.blocks) own = std::max(own, length(block.velocity));
    for (const Inflow& inflow : part.inflows) own = std::max(own, largestRate(inflow));
    double bottom = sources.min.z;
    for (const environment::Wall& wall : environment.walls) {
        if (const auto box = environment::boundsOf(wall))
            bottom = std::min(bottom, box->min.z);
        else if (const auto height = method::lowestBelow(wall.plane, sources))
            bottom = std::min(bottom, *height);
    }
    if (environment.volume) bottom = std::min(bottom, environment.volume->grid.corner.z);
    const double fall = std::max(sources.max.z - bottom, part.water->spacing);
    return std::sqrt(own * own + 2 * length(environment.gravity) * (std::isfinite(fall) ? fall : 0));
}

Setup setupOf(const method::Scene& scene) {
    const Part& part = in(scene);
    const environment::Environment& world = scene.environment;
    Setup s{.water = *part.water,
            .blocks = part.blocks,
            .inflows = part.inflows,
            .rains = part.rains,
            .seed = scene.seed,
            .gravity = world.gravity,
            .walls = world.walls,
            .sinks = world.sinks,
            .fallen = {},
            .solids = {},
            .rigid = environment::rigidWallsOf(world),
            .smoothing = {}};
    // The other solvers do not meet sheets; the check refuses that.
    const bool sheets = world.points && s.water.solver == Solver::Dfsph;
    s.solids = {sheets ? environment::wallsOf(world) : s.rigid, world.ground, world.volume};
    const bool mueller = s.water.solver == Solver::Mueller;
    const double volume = mueller ? s.water.particle_mass / s.water.density
                                  : s.water.spacing * s.water.spacing * s.water.spacing;
    s.smoothing = {s.water.kernel, mueller ? s.water.smoothing : s.water.support * s.water.spacing, volume,
                   environment::periodicDomain(world)};
    if (mueller) s.water.spacing = std::cbrt(volume);
    s.fallen = method::fallenOf(scene, boundsOfSources(part), drop * s.water.spacing);
    s.mass = mueller ? s.water.particle_mass : s.water.density * volume;
    const double falling = fallingSpeed(part, world);
    s.fastest = s.water.speed.value_or(falling);
    s.reachable = std::max(s.fastest, falling);
    s.sound_speed = s.water.sound_speed.value_or(10 * s.fastest);
    return s;
}

Friction Setup::friction() const {
    // A column of 12 layers keeps 40 mm/s without friction at rest, and 0.5 mm/s from 3 s on with it. A slow
    // wave 32 spacings long and 0.6 spacings high keeps 0.71 of its height after 2.6 periods (0.82 without).
    // Fading at 0.008 it would keep 0.3.
    return restingFriction(4, 0.006);
}

double Setup::noiseViscosity() const {
    // Without it a column keeps its noise: friction at rest fades at a fifth of the speeds of noise. With ten
    // times as much a lake creeps by 1.8 mm in a second instead of 1.0. Drops need twice the speed of their
    // shortest waves: with half of that one of 8 spacings still has 13 mm/s after an oscillation, and 1.16
    // times its pressure.
    return 0.03 * water.noise_damping * water.spacing * std::hypot(fallOfASpacing(), 2 * capillarySpeed());
}

Friction Setup::wallFriction() const {
    const Friction of_liquid{viscosity(), 0, 1};
    // With a viscous solve the flow is laminar.
    if (solvesViscosity()) return of_liquid * stick();
    // Twice as strong, fading at 0.03, it stops streams on gentle slopes: four layers on 0.2% from rest have
    // 18 mm/s after 12 s instead of 213 (235 without friction). Half as strong, a lake of two layers creeps
    // by 2.1 mm in a second instead of 1.8.
    return onWalls(water.solver == Solver::Dfsph ? restingFriction(0.2, 0.01) : of_liquid) * stick();
}

double Setup::fallOfASpacing() const { return std::sqrt(length(gravity) * water.spacing); }

double Setup::capillarySpeed() const {
    return std::sqrt(water.surface_tension / (water.density * water.spacing));
}

Friction Setup::restingFriction(double strength, double slow) const {
    const double fall = fallOfASpacing();
    if (!(fall > 0)) return {viscosity(), 0, 1};
    return {viscosity(), strength * water.noise_damping * water.spacing * fall, slow * fall};
}

Depth Setup::depth() const {
    return {water.density * length(gravity) * water.spacing, water.density * reachable * reachable};
}

SurfaceLaw Setup::surfaceLaw() const {
    return {static_cast<float>(smoothing.volume), static_cast<float>(water.spacing),
            static_cast<float>(2 * water.surface_tension / water.density)};
}

double Setup::cohesion() const {
    return mass * cohesionOf(water.surface_tension, water.density, smoothing.support);
}

Compressible Setup::compressible() const {
    return {sound_speed,
            water.density_diffusion,
            water.artificial_viscosity,
            viscosity(),
            gravity,
            cornerShare(water.kernel, water.support)};
}

}  // namespace talus::water
