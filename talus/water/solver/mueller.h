#pragma once
#include "talus/step/stage.h"
#include "talus/water/boundary/meet_walls.h"
#include "talus/water/search/neighbours.h"

/// The solver of Mueller, Charypar, Gross (2003), as the thesis and the lab have it: densities by Poly6,
/// pressure p = k (rho - rho_0) by Spiky, viscosity and surface tension by explicit forces, leap-frog.
namespace talus::water {

struct MuellerLaw {
    double mass = 0.02;            ///< of a particle [kg]
    double rest_density = 998.29;  ///< [kg/m^3]
    double stiffness = 3;          ///< k [J/kg]
    double viscosity = 3.5;        ///< mu [Pa s]
    double tension = 0.0728;       ///< sigma [N/m]
    double threshold = 7;          ///< l [1/m]: a shorter gradient of the colour field is no surface
};

/// Walls have no part in these sums: they stop particles, and that is all. Tells how far off they are, so
/// that most particles need not ask them on their way.
struct NoWalls {
    static constexpr const char* name = "no walls";
    Solids solids;
    double reach = 0;  ///< looks no farther [m]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// rho_i = m sum W_poly6, itself included, and p_i.
struct MuellerDensity {
    static constexpr const char* name = "density";
    Smoothing smoothing;
    MuellerLaw law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The forces, over the density: into `force`.
struct MuellerForces {
    static constexpr const char* name = "forces";
    Smoothing smoothing;
    MuellerLaw law;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Velocities half a step on, into `flow`. The first step begins half a step before: u_(-1/2) = u_0 - dt/2
/// a_0.
struct LeapKick {
    static constexpr const char* name = "leap-frog";

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The velocity at the step's time is the mean of those half a step before and behind it.
struct LeapMean {
    static constexpr const char* name = "mean velocity";

    step::Access access() const;
    void run(step::Step& step) const;
};

// For rows from `begin` to `end`. Weights of `place` are p / rho^2; w of `flow` is the density itself.
void sumMuellerDensity(const Neighbours& all, double mass, std::size_t begin, std::size_t end,
                       float* density);
void sumMuellerForces(const Neighbours& all, const MuellerLaw& law, const Quad<float>* flow,
                      std::size_t begin, std::size_t end, Vec3f* force);

}  // namespace talus::water
