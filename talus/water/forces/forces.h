#pragma once
#include <memory>

#include "talus/step/stage.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/forces/friction.h"
#include "talus/water/search/neighbours.h"

/// Accelerations by all but pressure, into `force`.
namespace talus::water {

/// Gravity, less what walls carry of it, and nothing else yet. What is in a wall is water at rest as far as
/// pressure goes, and its pressure rises downwards like that of the water: by rho g . r at r from the
/// particle (Adami, Hu, Adams 2012, equation 27). The sums (sums.h) see one pressure in it. The rest, the
/// integral of (g . r) grad W over the wall, is known: along the wall g times its share, across it g times
/// its moment (wall_integral.h). Without the one, water sinks along upright walls, by a seventh of its
/// weight; without the other, the layers on a floor never come to rest. Only water under pressure leans on
/// walls.
struct ApplyGravity {
    static constexpr const char* name = "gravity";
    Vec3d gravity;                                   ///< [m/s^2]
    std::shared_ptr<const WallIntegral> integral{};  ///< null: no wall has a part in pressures

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Viscosity between particles (Morris, Fox, Zhu 1997, equation 22): a_i = 2 nu V sum g_ij (v_i - v_j), with
/// g the kernel's slope over r. Equal and opposite. And XSPH (Monaghan 1989, "On the problem of penetration
/// in particle methods"): a share of the difference to the neighbours' velocity goes in a step. And
/// artificial viscosity (Monaghan 1992, equation 4.1), which damps what comes nearer: Pi = -alpha c mu + beta
/// mu^2, mu = h v . x / (r^2 + 0.01 h^2). Its quadratic part knows no speed but that of the particles to each
/// other, so that it takes their noise, however strong that is, and next to nothing of a smooth flow.
/// Last, a viscosity on noise alone: on the differences of v_i - sum W v_j / sum W, which even shear has none
/// of.
struct Viscosity {
    static constexpr const char* name = "viscosity";
    Smoothing smoothing;
    Friction friction;
    double mixing = 0;    ///< epsilon of XSPH
    double damping = 0;   ///< alpha c h of artificial viscosity [m^2/s]
    double impact = 0;    ///< beta of its quadratic part
    double on_noise = 0;  ///< nu of what a particle's velocity is off the mean of its neighbours' [m^2/s]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Friction on walls that the liquid sticks to: a_i = nu 2 slope(d) / d (v_wall - v_i) (wall_integral.h), nu
/// that of the wall where the flow is turbulent (friction.h).
struct WallFriction {
    static constexpr const char* name = "wall friction";
    Friction friction;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Surface tension of wcsph by cohesion (Akinci, Akinci, Teschner 2013, "Versatile surface tension and
/// adhesion for SPH fluids", equations 1, 2 and 4): pairs attract each other by the spline C(r). Its strength
/// follows from the tension that is asked for (cohesionOf).
struct Cohesion {
    static constexpr const char* name = "surface tension";
    Smoothing smoothing;
    double strength = 0;  ///< of the pair force, the mass of a particle times cohesionOf() [m^4/s^2]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The strength of the pair force m^2 strength C(r) for a surface tension [N/m]: sigma = pi / 8 rho_0^2
/// strength int r^4 C(r) dr, of a liquid that is even up to its surface (Fowler 1937, "A tentative
/// statistical theory of Macleod's equation for surface tension and the parachor", with the pair correlation
/// 1).
/// @return [m^4 / (kg s^2)]
double cohesionOf(double surface_tension, double rest_density, double support);

/// The mix of all these for the velocities: v += a dt.
struct Kick {
    static constexpr const char* name = "kick";

    step::Access access() const;
    void run(step::Step& step) const;
};

// Sums for rows from `begin` to `end`.
/// What sumViscosity adds up: the members of Viscosity over a step; and noise, null for none.
struct ViscousRates {
    Friction friction;
    float mixing = 0, damping = 0, impact = 0;
    const Quad<float>* noise = nullptr;
    float on_noise = 0;
};
void sumViscosity(const Neighbours& all, const Quad<float>* flow, const ViscousRates& rates,
                  std::size_t begin, std::size_t end, Vec3f* force);
/// The noise of each particle: v_i - sum W v_j / sum W.
void sumNoise(const Neighbours& all, const Quad<float>* flow, std::size_t begin, std::size_t end,
              Quad<float>* noise);
/// Friction alone, into `rate`.
void sumFriction(const Neighbours& all, const Quad<float>* flow, const Friction& friction, std::size_t begin,
                 std::size_t end, Quad<float>* rate);
void sumCohesion(const Neighbours& all, const Quad<float>* flow, float strength, std::size_t begin,
                 std::size_t end, Vec3f* force);

}  // namespace talus::water
