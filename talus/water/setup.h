#pragma once
#include <memory>
#include <vector>

#include "talus/environment/sink.h"
#include "talus/method/scene.h"
#include "talus/method/sources/fallen.h"
#include "talus/water/boundary/friction.h"
#include "talus/water/boundary/integrate_boundaries.h"
#include "talus/water/forces/tension.h"
#include "talus/water/params.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/compressible.h"
#include "talus/water/solver/depth.h"

namespace talus::water {

/// The water of a scene, its boundaries, and the quantities that follow from its settings: the input of the
/// stages.
struct Setup {
    Water water;
    std::vector<Block> blocks;
    std::vector<Inflow> inflows;
    std::vector<Rain> rains;
    std::uint32_t seed = 0;
    Vec3d gravity;                         ///< of the scene [m/s^2]
    std::vector<environment::Wall> walls;  ///< as the scene file describes them; contacts use `solids`
    std::vector<environment::Sink> sinks;
    std::optional<method::Fallen> fallen;
    Solids solids;
    std::shared_ptr<const environment::Walls> rigid;  ///< those walls without the sheets
    Smoothing smoothing;
    double mass = 0;         ///< of a particle [kg]
    double fastest = 0;      ///< expected maximum speed [m/s]
    double reachable = 0;    ///< maximum of `fastest` and the speed of falling water [m/s]
    double sound_speed = 0;  ///< Wcsph [m/s]

    double viscosity() const { return water.viscosity / water.density; }  ///< kinematic [m^2/s]
    /// Whether there is a viscous solve (viscous_solve.h): in dfsph, if the viscosity would limit the time
    /// step.
    bool solvesViscosity() const;
    /// The friction between particles of dfsph without a viscous solve.
    Friction friction() const;
    /// The viscosity on noise of dfsph without a viscous solve [m^2/s].
    double noiseViscosity() const;
    /// The friction on walls.
    Friction wallFriction() const;
    /// 1: water sticks to walls; 0: it slips.
    double stick() const { return 1 - water.wall_slip.value_or(0); }
    /// The constants of surface tension: of dfsph; and Cohesion::strength of wcsph [m^4/s^2].
    SurfaceLaw surfaceLaw() const;
    double cohesion() const;
    /// Of dfsph.
    Depth depth() const;
    /// Of wcsph.
    Compressible compressible() const;

  private:
    /// sqrt(g s): up to a factor, the speed after a fall through one spacing s [m/s].
    double fallOfASpacing() const;
    /// sqrt(sigma / (rho s)): up to a factor, the speed of capillary waves of one spacing [m/s].
    double capillarySpeed() const;
    /// @param strength of friction at rest @param slow speed at which it fades; both relative to
    /// fallOfASpacing()
    Friction restingFriction(double strength, double slow) const;
};

/// @pre the scene passed the check, and has water
Setup setupOf(const method::Scene& scene);

/// The maximum speed from initial velocities, inflows and falling [m/s], regardless of the key `speed`.
double fallingSpeed(const Part& part, const environment::Environment& environment);

}  // namespace talus::water
