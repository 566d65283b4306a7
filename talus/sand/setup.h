#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/environment.h"
#include "talus/environment/walls.h"
#include "talus/method/sources/fallen.h"
#include "talus/sand/boundary/solid_meshes.h"
#include "talus/sand/bulk.h"
#include "talus/sand/params.h"

namespace talus::sand {

/// Walls and ground as the sand meets them.
struct Boundaries {
    std::shared_ptr<const environment::Walls> walls;
    SolidMeshes solid_meshes;           ///< of these walls
    std::vector<double> wall_friction;  ///< of each wall
    std::optional<environment::GroundSurface> ground;
    double ground_friction = 0;

    std::size_t count() const { return walls->bodies().size(); }
    bool any() const { return count() > 0 || ground; }
};

/// The sand of a scene, its boundaries, and what follows from its settings: the input of the stages.
struct Setup {
    Sand sand;
    Bulk bulk;
    std::vector<Block> blocks;
    std::vector<Spout> spouts;
    Vec3d gravity;  ///< [m/s^2]
    environment::Periodic domain;
    std::vector<environment::Wall> walls;  ///< as the scene file describes them; contacts use `boundaries`
    std::vector<environment::Sink> sinks;
    std::optional<method::Fallen> fallen;
    Boundaries boundaries;
    double spacing = 0;    ///< of particles at the start [m]
    double volume = 0;     ///< of a particle [m^3]
    double mass = 0;       ///< of a particle [kg]
    double fall = 0;       ///< from the highest sand to the lowest wall below it, at least a cell [m]
    double fastest = 0;    ///< expected maximum speed [m/s]
    double stiffness = 0;  ///< Mpm: Young's modulus [Pa]
    Vec3d origin;          ///< a corner of cells [m]

    /// Lame's constants of the elastic sand [Pa].
    double lambda() const;
    double shearModulus() const;
    /// K_m of mpm/relaxation.h [Pa]; 0: no damping.
    double maxwellModulus() const;
    bool damped() const { return sand.solver == Solver::Mpm && sand.damping > 0; }
    /// Speed of compression waves [m/s].
    double soundSpeed() const;
};

/// What to change where steps were too long: of `dt` and `cfl` only one sets them.
std::string adviceForShorterSteps(const Sand& sand);

/// @pre the scene passed the check, and has sand
Setup setupOf(const method::Scene& scene);

/// From the highest sand at the start, or the highest spout, to the lowest wall below it [m]; at least a
/// cell.
double fallOf(const Part& part, const environment::Environment& environment);
/// The maximum speed from initial velocities, spouts and falling [m/s], regardless of the key `speed`.
double fallingSpeed(const Part& part, const environment::Environment& environment);

}  // namespace talus::sand
