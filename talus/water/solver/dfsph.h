#pragma once
#include "talus/step/stage.h"
#include "talus/water/boundary/integrate_boundaries.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/depth.h"
#include "talus/water/solver/pressure_solve.h"

/// Incompressible water: two solves in a step, one for velocities and one for densities, as in
/// divergence-free smoothed particle hydrodynamics (Bender and Koschier 2015), but in another order: the
/// velocity solve finds p >= 0 such that dD/dt <= 0, and then the density solve shifts positions such that D
/// <= 1.
namespace talus::water {

/// Finds the relative densities, their responses to pressure, and the corrections of gradients (sums.h).
struct FindDensity {
    static constexpr const char* name = "density";
    Smoothing smoothing;
    double rest_density = 1000;  ///< [kg/m^3]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The velocity solve: finds the pressure that changes the velocities such that nothing is compressed,
/// dD/dt <= 0. Where the density is below that at rest the water may close its gaps: slowly inside, at once
/// in spray (corrections.h). This is a projection of the velocities, so it cannot add energy. Its gradients
/// are corrected (sums.h).
struct CorrectVelocity {
    static constexpr const char* name = "pressure";
    Smoothing smoothing;
    double rest_density = 1000;
    SolveLimits limits;
    Solids solids;    ///< the free bodies among them move by the same solve (free_bodies.h)
    double mass = 0;  ///< of a particle [kg]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The density solve: round-off and the finite time step leave some compression. This solve removes it, or a
/// share of it (depth.h), by shifting positions. The shift over dt^2 goes into `pressure_acceleration`
/// [m/s^2]. It does not change velocities, because that would heat the water (after Kugelstadt, Longva,
/// Thuerey, Bender 2019, "Implicit density projection for volume conserving liquids", who use a grid). Its
/// gradients are plain, as the density is a plain sum.
struct CorrectPositions {
    static constexpr const char* name = "density drift";
    Smoothing smoothing;
    double rest_density = 1000;
    SolveLimits limits;
    Depth depth{};

    /// The limits for a step that removes only a share of the compression.
    SolveLimits limitsOf(double removed_share) const {
        SolveLimits scaled = limits;
        scaled.error *= removed_share;
        return scaled;
    }

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
