#pragma once
#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/bounded.h"
#include "talus/sand/grid/solve/multigrid.h"
#include "talus/sand/grid/transfer/particles.h"

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

/// The sand as the solvers need it.
struct Matter {
    double density = 0;   ///< of dense sand with its pores [kg/m^3], > 0
    double friction = 0;  ///< sqrt(J2) / p at yield
    double cohesion = 0;  ///< sqrt(J2) at yield without pressure [Pa]
};

struct NarainSettings {
    bool unilateral = true;  ///< false: an equality, sand that cannot fly apart either, for comparison
    int sweeps = 2;          ///< pressure and friction in turn, >= 1
    Stop pressure{1e-5, 100};
    Stop friction{1e-3, 100};
    double correction = 0.2;  ///< share of the overlap of particles that a step takes away; 0: none
};

/// What the next step starts from: pressure and friction stress of this one [Pa]. It is state, because a step
/// that starts from other values ends at slightly different ones.
struct Stresses {
    Lattice lattice;
    std::vector<double> pressure;  ///< of each cell
    std::vector<double> friction;  ///< parts as in solve/friction.h
};

/// What happened in a step.
struct NarainReport {
    Solved pressure, friction, correction;  ///< the last of each; iterations and products are of all
    Vec3d on_walls;                         ///< impulse of the sand on all solids [N s]
};

/// Everything of a step on the grid; kept by the caller so that memory is allocated once.
struct NarainGrid {
    Lattice lattice;
    SandOnGrid sand;
    Solids solids;
    Faces velocity;      ///< at the end of the step [m/s]
    Faces shift;         ///< that takes overlap away [m]
    Faces inverse_mass;  ///< of faces that move [1/kg]
    std::vector<Cell> cells;
    std::vector<double> gap;      ///< empty volume of each cell, negative where it is too dense [m^3]
    std::vector<double> pressed;  ///< impulse of each cell on its walls, before any pressure [N s]
    std::vector<double> fill;     ///< share of its room that is filled, at most 1
    std::vector<double> right, low, high, bound, least, most, strain;
    std::vector<Reaction> reactions;  ///< on the walls, in this step
    TransferScratch transfer;
    BoundedScratch solve;
};

/// Particles to grid, gravity, walls, pressure and friction, and back to the particles' velocities.
/// @param solid null: none
/// @param stresses of the step before, any lattice; replaced
/// @param displacement of each particle in this step [m]; where walls are in the way the caller stops it
/// @pre there are particles
NarainReport narainStep(const exec::Exec& exec, const Matter& matter, const NarainSettings& settings,
                        const SolidField& solid, const Vec3d& gravity, double dt, double spacing,
                        const Vec3d& origin, const Particles& particles, Stresses& stresses, NarainGrid& grid,
                        exec::View<Vec3d> displacement);

}  // namespace talus::sand::grid
