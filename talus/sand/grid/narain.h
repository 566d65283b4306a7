#pragma once
#include "talus/sand/grid/step_parts.h"

/// Narain, Golas, Lin (2010), "Free-flowing granular materials with two-way solid coupling": sand is a
/// continuum that cannot become denser than it is at rest, but can fly apart. A step finds the pressure and
/// the friction stress that leave the least kinetic energy:
///
///     0 <= p, complementary to   D v + (V - m / density) / dt >= 0      (no denser than at rest)
///     |s| <= friction p + cohesion                                       (yield)
///
/// each with the other given, in turn ("staggered projections", Kaufman and others 2008). D v is the volume
/// that flows out of a cell through the open part of its faces, V - m / density its empty volume.
namespace talus::sand::grid {

struct NarainSettings {
    bool unilateral = true;  ///< false: an equality, sand that cannot fly apart either, for comparison
    int sweeps = 2;          ///< pressure and friction in turn, >= 1
    Stop pressure{1e-5, 100};
    Stop friction{1e-4, 100};
    double correction = 0.1;  ///< share of the overlap of particles that a step takes away; 0: none
};

/// What happened in a step.
struct NarainReport {
    Solved pressure, friction, correction;  ///< iterations and products of all; the residual of the last
    Vec3d on_walls;                         ///< impulse of the sand on all solids [N s]
    double squeezed = 0;  ///< volume that walls took from sand in full containers (closed_regions.h) [m^3]
};

/// Particles to grid, gravity, walls, pressure and friction, and back to the particles' velocities.
/// @param stresses of the step before, any lattice; replaced
/// @param displacement of each particle in this step [m]; where walls are in the way the caller stops it
/// @pre there are particles
NarainReport narainStep(const StepOf& step, const NarainSettings& settings, const Particles& particles,
                        Stresses& stresses, SandGrid& grid, exec::View<Vec3d> displacement);

}  // namespace talus::sand::grid
