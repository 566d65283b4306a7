#pragma once
#include <variant>

#include "talus/core/result.h"

/// Vertical forces of ground on a body that sinks into it.
namespace talus::ground {

/// The model of the thesis (chapter 5.4): the ground carries the body's weight, and the vertical velocity
/// decays as dv/dt = -rate v, so the body sinks by v / rate. The thesis removes a fixed share of the velocity
/// per step; with a rate the result does not depend on the time step.
struct Dissipation {
    /// Decay rate of the velocity [1/s], > 0. Chosen, not measured: a ball that falls 40 cm sinks by v / rate
    /// = 28 mm, and a crater with the thesis' preset gets a rim (tests/couple/soil_test.cpp). At 20/s it
    /// would sink 140 mm.
    double rate = 100;
};

/// Friction proportional to depth z, and inertial drag: m a = m g - k z - m v^2 / d. Source: Katsuragi and
/// Durian (2007), "Unified force law for granular impact cratering", Nature Physics 3, 420.
///
/// The defaults are not those of a particular ball (scenes use ponceletOf()): a mass of 0.1 kg would rest at
/// a depth of 1 mm.
struct Poncelet {
    double friction = 1000;     ///< k [N/m], > 0
    double drag_length = 0.05;  ///< d [m], > 0
};

/// Constants for a ball on loose dry grains: d = 0.25 D rho_b / (mu rho_g), k = 12 mu m g / D sqrt(rho_g /
/// rho_b). The form is that of Katsuragi and Durian (2013), Phys. Rev. E 87, 052208: inertial drag as in
/// fluids, with a factor mu, and friction proportional to the square root of both densities. The numbers 12
/// and 0.25 were not checked against the text of that paper. They were checked against Uehara, Ambroso, Ojha,
/// Durian (2003), Phys. Rev. Lett. 90, 194301: with 12 and 0.257, depths of a steel ball scale with the total
/// drop to the power 1/3, and are a quarter larger than measured there (tests/ground/response_test.cpp; the
/// table is in bench/results/tried-2026-11.md).
/// @param diameter D [m] @param body_density rho_b [kg/m^3]
/// @param ground_density rho_g, bulk density of the ground [kg/m^3]
/// @param slope mu, tangent of the angle of repose @param gravity [m/s^2]. All > 0.
Poncelet ponceletOf(double diameter, double body_density, double ground_density, double slope,
                    double gravity);

using Response = std::variant<Dissipation, Poncelet>;

/// Error (Input) if the response is invalid.
Status check(const Response& response);

/// A body above or in the ground.
struct Sinking {
    double depth = 0;  ///< depth of its lowest point below the undisturbed ground [m]; negative: above it
    double speed = 0;  ///< downwards [m/s]
    bool rests = false;
};

/// One time step of length `dt` under gravity. Second order in dt while the body sinks. If the speed reaches
/// zero within the step, the body stops there, and rests if the ground carries it. @pre mass, gravity and dt
/// > 0
Sinking advance(const Response& response, const Sinking& body, double mass, double gravity, double dt);

}  // namespace talus::ground
