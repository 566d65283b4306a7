#pragma once
#include "talus/step/stage.h"
#include "talus/water/boundary/integrate_boundaries.h"
#include "talus/water/search/neighbours.h"

/// The solver of Mueller, Charypar, Gross (2003), as used in the thesis and in the lab: densities by Poly6,
/// pressure p = k (rho - rho_0) by Spiky, viscosity and surface tension by explicit forces, leap-frog.
namespace talus::water {

struct MuellerLaw {
    double mass = 0.02;            ///< of a particle [kg]
    double rest_density = 998.29;  ///< [kg/m^3]
    double stiffness = 3;          ///< k [J/kg]
    double viscosity = 3.5;        ///< mu [Pa s]
    double tension = 0.0728;       ///< sigma [N/m]
    double threshold = 7;  ///< l [1/m]: where the colour field's gradient is shorter there is no surface
};

/// Walls are not part of these sums: they only stop particles. This stage finds the distance to the nearest
/// wall, so that most particles skip the walls when they move.
struct FindClearance {
    static constexpr const char* name = "clearance";
    Solids solids;
    double reach = 0;  ///< maximum distance that is searched [m]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Densities rho_i = m sum W_poly6, the particle itself included, and pressures p_i.
struct MuellerDensity {
    static constexpr const char* name = "density";
    Smoothing smoothing;
    MuellerLaw law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The forces over the density [m/s^2], into `force`.
struct MuellerForces {
    static constexpr const char* name = "forces";
    Smoothing smoothing;
    MuellerLaw law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Advances velocities from half a step before to half a step after the positions, into `flow`. The first
/// step starts from u_(-1/2) = u_0 - dt/2 a_0.
struct LeapKick {
    static constexpr const char* name = "leap-frog";

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The velocity at the time of the step is the mean of those half a step before and after it.
struct LeapMean {
    static constexpr const char* name = "mean velocity";

    step::Access access() const;
    void run(step::Step& step) const;
};

// For rows from `begin` to `end`. w of `position_pressure` is p / rho^2; w of `flow` is the density itself.
void sumMuellerDensity(const Neighbours& all, double mass, std::size_t begin, std::size_t end,
                       float* density);
void sumMuellerForces(const Neighbours& all, const MuellerLaw& law, const Quad<float>* flow,
                      std::size_t begin, std::size_t end, Vec3f* force);

}  // namespace talus::water
