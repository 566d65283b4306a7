#pragma once
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/compressible.h"

/// Weakly compressible smoothed particle hydrodynamics: pressure by Tait's equation of state (Monaghan 1994,
/// "Simulating free surface flows with SPH"), densities that follow the continuity equation, and their
/// diffusion.
namespace talus::water {

/// Predicts velocities at the time of the positions (half a step ahead), densities at the end of the step (a
/// whole step ahead), and the pressures of these densities. Densities half a step later than the positions
/// damp compression like a bulk viscosity of c^2 dt / 2. Without that the scheme would be the second order
/// one of Adams and Bashforth, whose oscillations grow by (omega dt)^4 / 4 in a step: at walls, where omega
/// is 2 c times the gradient of their share, water became unstable.
struct Predict {
    static constexpr const char* name = "predict";
    Compressible law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Finds the accelerations (by pressure, viscosity and gravity) and the rates of the densities in one pass.
struct FindRates {
    static constexpr const char* name = "rates";
    Smoothing smoothing;
    Compressible law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Advances velocities and densities to half a step after the positions.
struct FinishStep {
    static constexpr const char* name = "kick";
    double rest_density = 1000;  ///< [kg/m^3]
    Compressible law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// For the rows from `begin` to `end`. @param wall_rate of moving walls [1/s] @param force all other
/// acceleration [m/s^2]
void sumRates(const Neighbours& all, const Compressible& law, const Quad<float>* flow,
              const Quad<float>* wall, const float* wall_rate, const Vec3f* force, std::size_t begin,
              std::size_t end, Vec3f* acceleration, float* rate);

}  // namespace talus::water
