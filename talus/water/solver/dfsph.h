#pragma once
#include "talus/step/stage.h"
#include "talus/water/boundary/meet_walls.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/depth.h"
#include "talus/water/solver/pressure_solve.h"

/// Incompressible water: two solves a step, one for velocities and one for densities, as in divergence-free
/// smoothed particle hydrodynamics (Bender and Koschier 2015), with their own order and meaning.
namespace talus::water {

/// Relative densities, and how each answers to pressure.
struct FindDensity {
    static constexpr const char* name = "density";
    Smoothing smoothing;
    double rest_density = 1000;  ///< [kg/m^3]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The pressure: changes the velocities so that nothing is compressed, dD/dt <= 0. Where the density is below
/// that at rest the water may close up, slowly within it and at once where it lies open. This is a projection
/// of the velocities: it cannot make energy. Its gradients are corrected (sums.h).
struct CorrectVelocity {
    static constexpr const char* name = "pressure";
    Smoothing smoothing;
    double rest_density = 1000;
    SolveLimits limits;
    Solids solids;    ///< those of them that give way are solved for as well
    double mass = 0;  ///< of a particle [kg]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// What compression is left after that, by round-off and by the length of the step, is taken out of the
/// places alone, a share of it in a step (depth.h), into `push` [m/s^2; times dt^2 a way], by plain
/// gradients as the density is a plain sum. It would heat the water up if it became velocity (as Kugelstadt,
/// Longva, Thuerey, Bender 2019, "Implicit density projection for volume conserving liquids", do with a
/// grid).
struct CorrectPlaces {
    static constexpr const char* name = "density drift";
    Smoothing smoothing;
    double rest_density = 1000;
    SolveLimits limits;
    Depth depth{};

    /// Of what a step takes.
    SolveLimits limitsOf(double taken) const {
        SolveLimits all = limits;
        all.error *= taken;
        return all;
    }

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
