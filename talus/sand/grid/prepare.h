#pragma once
#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/multigrid.h"
#include "talus/sand/grid/transfer/particles.h"

/// The parts of a step on the grid that all its solvers share.
namespace talus::sand::grid {

/// Momentum on the grid [N s].
Vec3d momentumOf(const exec::Exec& exec, const Lattice& lattice, const SandOnGrid& sand,
                 const Faces& velocity);
/// Kinetic energy on the grid [J].
double kineticEnergyOf(const exec::Exec& exec, const Lattice& lattice, const SandOnGrid& sand,
                       const Faces& velocity);

/// v += g dt on all faces with mass.
void addGravity(const exec::Exec& exec, const SandOnGrid& sand, const Vec3d& gravity, double dt, Faces& v);

/// Faces that are shut get the velocity of their wall; sand on one side of it may leave it. At walls oblique
/// to the grid it loses the velocity into the wall along its normal.
/// @return the impulse that presses the sand of each cell on its walls, times their friction [N s]
std::vector<double> stopAtWalls(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                                const SandOnGrid& sand, Faces& v);

/// Faces that free bodies shut get the velocity that these have without the sand.
void followBodies(const exec::Exec& exec, const Lattice& lattice, const Solids& solids, Faces& v);

/// Appends what walls took from the sand at faces that are shut.
void addWallImpulses(const Lattice& lattice, const Solids& solids, const SandOnGrid& sand,
                     const Faces& before, const Faces& after, std::vector<Reaction>& reactions);
/// Appends the impulse of the pressure on the walls in each cell.
void addPressureOnWalls(const Lattice& lattice, const Solids& solids, const Faces& inverse_mass,
                        const std::vector<double>& p, double dt, std::vector<Reaction>& reactions);

/// Sand on a face of a free body or of a full container, from which it would part, stays with it where the
/// pressure beside it presses it there. Appends what it takes from the wall. (At other walls it may go: with
/// this, heaps beside them come to rest later.)
/// @param p of the step
/// @param full cells of full containers (closed_regions.h)
void keepPressed(const exec::Exec& exec, const Lattice& lattice, const Solids& solids, const SandOnGrid& sand,
                 const std::vector<double>& p, const std::vector<std::uint8_t>& full, double dt, Faces& v,
                 std::vector<Reaction>& reactions);
/// The pressure of each cell that keeps the sand on the faces beside it that are shut [Pa].
std::vector<double> pressureThatKeeps(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                                      const SandOnGrid& sand, const Faces& v, double dt);

/// The mass below which a face counts as one of this mass: a pressure would fling it away [kg].
double leastMass(const Lattice& lattice, double density);
/// 1 / mass of the faces that pressure moves, else 0 [1/kg].
Faces inverseMassOf(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                    const SandOnGrid& sand, double least);

/// Empty volume of each cell, negative where it is denser than at rest [m^3].
std::vector<double> gapOf(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                          const SandOnGrid& sand, double density);
/// Which cells can have pressure: those that are open and not nearly empty.
std::vector<Cell> cellsOf(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                          const SandOnGrid& sand, double density);
/// Whether a cell is dense enough for its grains to stick to each other.
bool holdsTogether(const Lattice& lattice, const Solids& solids, double gap, std::size_t c);

/// The conductance of each face for the pressure: dt (open area)^2 / mass [m^3/(s Pa)].
Faces conductanceOf(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                    const Faces& inverse_mass, double dt);
/// The volume that flows out of a cell through its faces, with what their walls push out [m^3/s].
double outflow(const Lattice& lattice, const Solids& solids, const Faces& v, std::size_t c);
/// v += dt (open area) / mass times the difference of the pressures on the two sides.
void pushByPressure(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                    const Faces& inverse_mass, const std::vector<double>& p, double dt, Faces& v);

}  // namespace talus::sand::grid
