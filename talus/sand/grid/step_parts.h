#pragma once
#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/bodies.h"
#include "talus/sand/grid/solve/bounded.h"
#include "talus/sand/grid/solve/closed_regions.h"
#include "talus/sand/grid/solve/multigrid.h"
#include "talus/sand/grid/transfer/particles.h"

/// The parts of a step that the solvers on a grid share, in their order.
namespace talus::sand::grid {

/// The sand as the solvers need it.
struct Matter {
    double density = 0;   ///< of dense sand with its pores [kg/m^3], > 0
    double friction = 0;  ///< sqrt(J2) / p at yield
    double cohesion = 0;  ///< sqrt(J2) at yield without pressure [Pa]
};

/// What the next step starts from: pressure and friction stress of this one [Pa]. It is state, because a step
/// that starts from other values ends at slightly different ones.
struct Stresses {
    Lattice lattice;
    std::vector<double> pressure;  ///< of each cell
    std::vector<double> friction;  ///< parts as in solve/friction.h
};

/// Everything of a step on the grid; kept by the caller so that memory is allocated once.
struct SandGrid {
    Lattice lattice;
    SandOnGrid sand;
    Solids solids;
    Faces free;          ///< velocity after gravity and walls, without stresses [m/s]
    Faces velocity;      ///< at the end of the step [m/s]
    Faces shift;         ///< that takes overlap away [m]
    Faces inverse_mass;  ///< of faces that move [1/kg]
    std::vector<Cell> cells;
    std::vector<double> gap;         ///< empty volume of each cell, negative where it is too dense [m^3]
    std::vector<double> fill;        ///< share of its capacity that is filled, at most 1
    std::vector<double> pressed;     ///< as stopAtWalls() gives it [N s]
    std::vector<std::uint8_t> full;  ///< 1 in cells of full containers (solve/closed_regions.h)
    Vec3d momentum;                  ///< before the step, with the impulse of gravity in it [N s]
    std::vector<double> right, low, high, bound;
    std::vector<Reaction> reactions;  ///< on the walls, in this step
    TransferScratch transfer;
    BoundedScratch solve;
};

/// A step: what acts on the sand, and how long.
struct StepOf {
    const exec::Exec& exec;
    const Matter& matter;
    const SolidField& solid;  ///< null: none
    const ThinField& thin;    ///< null: none
    Vec3d gravity;            ///< [m/s^2]
    double dt = 0;            ///< [s]
    double spacing = 0;       ///< of the grid [m]
    Vec3d origin{};           ///< a corner of cells [m]
    Vec3i period{};           ///< cells from position 0 on after which each axis repeats; 0: it does not
    /// Bodies that SolidAt::body counts; SolidAt::velocity has what they would have without the sand.
    std::vector<FreeBody> bodies{};
};

/// Particles to grid, gravity, walls. @pre there are particles
void beginStep(const StepOf& step, const Particles& particles, SandGrid& grid);

/// Moves what the last step left to the lattice of this one.
void moveTo(const exec::Exec& exec, const Lattice& lattice, Stresses& stresses);

/// The pressure problem of a step.
class PressureStep {
  public:
    /// @param unilateral p >= 0, and sand may fly apart; false: an equality
    PressureStep(const StepOf& step, bool unilateral, SandGrid& grid);
    /// @param v velocity without this pressure; with it after the call
    /// @param by_friction motions that friction gives the bodies; empty: none
    /// @param p at first a guess
    Solved run(const Stop& stop, const Motions& by_friction, Faces& v, std::vector<double>& p);
    /// Once, after the last run: walls that are bodies have moved so, and faces that are shut follow them.
    void moveBodies(const Motions& motions, Faces& v);
    /// The motions that a pressure gives the bodies.
    Motions motionsBy(const std::vector<double>& p) const;
    const std::vector<BodyRows>& bodies() const { return bodies_; }
    /// The volume that walls took in the last run from sand that had nowhere to go [m^3].
    double squeezed() const { return squeezed_; }

  private:
    const StepOf& step_;
    SandGrid& grid_;
    bool unilateral_;
    Faces conductance_;
    std::vector<BodyRows> bodies_;
    std::vector<ClosedRegion> closed_;
    std::vector<double> room_;  ///< open volume of the cells of these over the time step [m^3/s]
    double squeezed_ = 0;
};

/// The strength of each cell: the largest sqrt(J2) [Pa].
double strengthOf(const Matter& matter, const SandGrid& grid, const std::vector<double>& p, std::size_t c);
/// The bound of the traction on the walls of a cell, per area of a face [Pa]: their friction times what
/// presses on them, the pressure less the friction stress along their normals.
/// @param friction stress of the step before: with that of this one the two would chase each other
double wallStrengthOf(const SandGrid& grid, const std::vector<double>& p, const std::vector<double>& friction,
                      double dt, std::size_t c);

/// Whether the velocities of all faces of a cell are those of the sand or of a wall along the grid. A closed
/// face of a cell that a wall cuts has neither: beside it sand slides along the wall, across the face.
bool hasWholeFaces(const Solids& solids, const Lattice& lattice, std::size_t c);
/// The filled share of the emptiest of the four cells about an edge, which belongs to the cell `c`; 0 on an
/// edge of a wall.
/// @param axis that the edge is parallel to
double edgeFill(const SandGrid& grid, int axis, std::size_t c);

/// Displacements that take a share of the overlap of the particles away.
Solved removeOverlap(const StepOf& step, double share, SandGrid& grid);

/// Velocities and displacements of the particles. The centre of the sand moves by its momentum and by what
/// removeOverlap() displaces, which changes no velocity.
void endStep(const StepOf& step, const Particles& particles, SandGrid& grid, exec::View<Vec3d> displacement);

}  // namespace talus::sand::grid
