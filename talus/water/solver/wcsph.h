#pragma once
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

/// Weakly compressible smoothed particle hydrodynamics: pressure by Tait's equation of state (Monaghan 1994,
/// "Simulating free surface flows with SPH"), densities that follow the continuity equation, and their
/// diffusion.
namespace talus::water {

struct Compressible {
    double sound_speed = 10;  ///< c [m/s]
    double diffusion = 0.1;   ///< delta (Molteni and Colagrossi 2009)
    double artificial = 0;    ///< alpha (Monaghan 1992)
    double viscosity = 0;     ///< nu [m^2/s]
    Vec3d gravity;            ///< of hydrostatic densities [m/s^2]

    /// p / rho_0 = c^2 / 7 (D^7 - 1), as k = p / (rho_0 D^2) [m^2/s^2].
    template <class Real>
    Real pressure(Real density) const {
        const Real square = density * density;
        return static_cast<Real>(sound_speed * sound_speed / 7) * (square * square * square * density - 1) /
               square;
    }
};

/// Velocities and densities as they will be at the end of the step if nothing changes, and pressures of
/// these.
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
