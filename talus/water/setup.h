#pragma once
#include <memory>
#include <vector>

#include "talus/environment/sink.h"
#include "talus/method/scene.h"
#include "talus/water/boundary/meet_walls.h"
#include "talus/water/forces/friction.h"
#include "talus/water/forces/tension.h"
#include "talus/water/params.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/compressible.h"
#include "talus/water/solver/depth.h"
#include "talus/water/sources/fallen.h"

namespace talus::water {

/// The water of a scene with all that it meets, and what follows from its settings: all that its stages are
/// made of.
struct Setup {
    Water water;
    std::vector<Block> blocks;
    std::vector<Inflow> inflows;
    std::vector<Rain> rains;
    std::uint32_t seed = 0;
    Vec3d gravity;                         ///< of the scene [m/s^2]
    std::vector<environment::Wall> walls;  ///< as the scene describes them; for contact they are in `solids`
    std::vector<environment::Sink> sinks;
    std::optional<Fallen> fallen;
    Solids solids;
    Smoothing smoothing;
    double mass = 0;         ///< of a particle [kg]
    double fastest = 0;      ///< speed that is expected at most [m/s]
    double reachable = 0;    ///< that, and what water gets to by falling, whatever the scene says [m/s]
    double sound_speed = 0;  ///< Wcsph [m/s]

    double viscosity() const { return water.viscosity / water.density; }  ///< kinematic [m^2/s]
    /// Viscosity that would shorten the steps of dfsph is solved for (viscous_solve.h).
    bool solvesViscosity() const;
    /// Between particles of dfsph whose viscosity is not solved for.
    Friction friction() const;
    /// Likewise, of what a particle's velocity is off its neighbours' [m^2/s].
    double noiseViscosity() const;
    /// Likewise on walls.
    Friction wallFriction() const;
    double stick() const { return 1 - water.wall_slip.value_or(0); }
    /// Of surface tension: of dfsph, and Cohesion::strength of wcsph [m^4/s^2].
    SurfaceLaw surfaceLaw() const;
    double cohesion() const;
    /// Dfsph.
    Depth depth() const;
    /// Wcsph.
    Compressible compressible() const;

  private:
    /// sqrt(g s): the speed to which something falls within a spacing s, but for a factor [m/s].
    double fallOfASpacing() const;
    /// sqrt(sigma / (rho s)): that of waves of surface tension between two particles, but for a factor [m/s].
    double capillarySpeed() const;
    /// @param strength of friction at rest, and @param slow the speed at which it fades, both by that speed
    Friction restingFriction(double strength, double slow) const;
};

/// @pre the scene passed the check, and has water
Setup setupOf(const method::Scene& scene);

/// The fastest that water of this scene can get by falling, and what flows in or starts with [m/s], whatever
/// `speed` says.
double fallingSpeed(const Part& part, const environment::Environment& environment);

}  // namespace talus::water
