#pragma once
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/compressible.h"

/// Weakly compressible smoothed particle hydrodynamics: pressure by Tait's equation of state (Monaghan 1994,
/// "Simulating free surface flows with SPH"), densities that follow the continuity equation, and their
/// diffusion.
namespace talus::water {

/// Velocities as they will be at the places if nothing changes; densities as they will be at the end of the
/// step, and pressures of these. By half a step that is too far, and damps what compresses, as a bulk
/// viscosity of c^2 dt / 2 does. Rates are extrapolated, as in the second order scheme of Adams and
/// Bashforth, whose oscillations grow by (omega dt)^4 / 4 in a step: at walls, where omega is 2 c times the
/// gradient of their share, water ran away.
struct Predict {
    static constexpr const char* name = "predict";
    Compressible law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Accelerations by pressure and viscosity, gravity, and the rates of the densities: all in one pass.
struct FindRates {
    static constexpr const char* name = "rates";
    Smoothing smoothing;
    Compressible law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Velocities and densities half a step beyond the places.
struct FinishStep {
    static constexpr const char* name = "kick";
    double rest_density = 1000;  ///< [kg/m^3]
    Compressible law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// For the rows from `begin` to `end`. @param wall_rate of walls that move [1/s] @param force all other
/// acceleration [m/s^2]
void sumRates(const Neighbours& all, const Compressible& law, const Quad<float>* flow,
              const Quad<float>* wall, const float* wall_rate, const Vec3f* force, std::size_t begin,
              std::size_t end, Vec3f* acceleration, float* rate);

}  // namespace talus::water
