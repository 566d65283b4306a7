#pragma once
#include <memory>

#include "talus/step/stage.h"
#include "talus/water/boundary/friction.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/search/neighbours.h"

/// Accelerations by all forces but pressure, into `force`.
namespace talus::water {

/// Sets the force to gravity, less the part that walls carry. For pressure a wall counts as water at rest,
/// whose pressure rises downwards like that of the water: by rho g . r at r from the particle (Adami, Hu,
/// Adams 2012, equation 27). The sums (sums.h) assume one pressure in the wall. The remainder, the integral
/// of (g . r) grad W over the wall, is known: along the wall g times its share, across it g times its moment
/// (wall_integral.h). Without the part along, water sinks along upright walls, by a seventh of its weight;
/// without the part across, the layers on a floor never come to rest. Walls carry only water under pressure.
struct ApplyGravity {
    static constexpr const char* name = "gravity";
    Vec3d gravity;                                   ///< [m/s^2]
    std::shared_ptr<const WallIntegral> integral{};  ///< null: walls are not part of the pressure sums

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Viscosity between particles (Morris, Fox, Zhu 1997, equation 22): a_i = 2 nu V sum g_ij (v_i - v_j), with
/// g the kernel's slope over r; equal and opposite in each pair. Also:
/// XSPH (Monaghan 1989, "On the problem of penetration in particle methods"): in a step a share of the
/// difference from the neighbours' velocity is removed.
/// Artificial viscosity (Monaghan 1992, equation 4.1), which damps approaching particles: Pi = -alpha c mu +
/// beta mu^2, mu = h v . x / (r^2 + 0.01 h^2). The quadratic part depends on no other speed than the relative
/// one of the particles: it damps noise of any strength, and hardly a smooth flow.
/// A viscosity on noise alone: on the differences of v_i - sum W v_j / sum W, which are 0 in uniform shear.
struct Viscosity {
    static constexpr const char* name = "viscosity";
    Smoothing smoothing;
    Friction friction;
    double mixing = 0;    ///< epsilon of XSPH
    double damping = 0;   ///< alpha c h of artificial viscosity [m^2/s]
    double impact = 0;    ///< beta of its quadratic part
    double on_noise = 0;  ///< viscosity on noise [m^2/s]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Friction on walls that the liquid sticks to: a_i = nu 2 slope(d) / d (v_wall - v_i) (wall_integral.h).
/// Where the flow is turbulent nu is that of the wall (friction.h).
struct WallFriction {
    static constexpr const char* name = "wall friction";
    Friction friction;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Surface tension of wcsph by cohesion (Akinci, Akinci, Teschner 2013, "Versatile surface tension and
/// adhesion for SPH fluids", equations 1, 2 and 4): pairs attract each other by the spline C(r). The strength
/// follows from the surface tension (cohesionOf).
struct Cohesion {
    static constexpr const char* name = "surface tension";
    Smoothing smoothing;
    double strength = 0;  ///< mass of a particle times cohesionOf() [m^4/s^2]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The strength of the pair force m^2 strength C(r) for a surface tension [N/m]: sigma = pi / 8 rho_0^2
/// strength int r^4 C(r) dr, for a liquid of uniform density up to its surface (Fowler 1937, "A tentative
/// statistical theory of Macleod's equation for surface tension and the parachor", with the pair correlation
/// 1).
/// @return [m^4 / (kg s^2)]
double cohesionOf(double surface_tension, double rest_density, double support);

/// Adds the sum of all these accelerations to the velocities: v += a dt.
struct Kick {
    static constexpr const char* name = "kick";

    step::Access access() const;
    void run(step::Step& step) const;
};

// Sums for rows from `begin` to `end`.
/// The constants of sumViscosity: the members of Viscosity, over the time step where needed. `noise` is null
/// if there is no viscosity on noise.
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
/// The acceleration by friction alone, into `rate`.
void sumFriction(const Neighbours& all, const Quad<float>* flow, const Friction& friction, std::size_t begin,
                 std::size_t end, Quad<float>* rate);
void sumCohesion(const Neighbours& all, const Quad<float>* flow, float strength, std::size_t begin,
                 std::size_t end, Vec3f* force);

}  // namespace talus::water
