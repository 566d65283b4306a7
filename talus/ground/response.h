#pragma once
#include <variant>

#include "talus/core/result.h"

/// How ground brakes a body that sinks into it, along the vertical.
namespace talus::ground {

/// The thesis (chapter 5.4): the ground carries the body's weight, and dissipates its vertical velocity until
/// it is zero; so it sinks by v / rate. The thesis takes a share off per step; a rate is the same for every
/// step.
struct Dissipation {
    /// Of the velocity's decay [1/s], > 0. Chosen, not measured: a ball that falls 40 cm sinks 28 mm, v /
    /// rate, and a crater of the thesis' preset gets a rim (tests/couple/soil_test.cpp); at 20/s it would be
    /// 140 mm.
    double rate = 100;
};

/// Friction that grows with depth z and a drag by inertia: m a = m g - k z - m v^2 / d. Source: Katsuragi and
/// Durian (2007), "Unified force law for granular impact cratering", Nature Physics 3, 420.
///
/// The defaults are of no ball in particular (scenes get theirs from ponceletOf): a mass of 0.1 kg would be
/// carried 1 mm deep.
struct Poncelet {
    double friction = 1000;     ///< k [N/m], > 0
    double drag_length = 0.05;  ///< d [m], > 0
};

/// For a ball on loose dry grains: d = 0.25 D rho_b / (mu rho_g), k = 12 mu m g / D sqrt(rho_g / rho_b).
/// Source of the form: Katsuragi and Durian (2013), Phys. Rev. E 87, 052208: inertial drag as in fluids, but
/// with mu; friction as the square root of both densities. The numbers 12 and 0.25 are not checked against
/// the text of that paper. They are held to Uehara, Ambroso, Ojha, Durian (2003), Phys. Rev. Lett. 90,
/// 194301: with 12, depths of a steel ball go as the total drop to 1/3 where the other number is 0.257, and
/// are then a quarter above theirs (tests/ground/response_test.cpp; the table is in
/// bench/results/tried-2026-11.md).
/// @param diameter D [m] @param body_density rho_b, @param ground_density rho_g of the ground as it lies
/// [kg/m^3]
/// @param slope mu, tangent of the angle of repose @param gravity [m/s^2]. All > 0.
Poncelet ponceletOf(double diameter, double body_density, double ground_density, double slope,
                    double gravity);

using Response = std::variant<Dissipation, Poncelet>;

/// Error (Input): what is wrong with it.
Status check(const Response& response);

/// A body above or in the ground.
struct Sinking {
    double depth = 0;  ///< of its lowest point below the ground as it was before [m]; negative: above it
    double speed = 0;  ///< downwards [m/s]
    bool rests = false;
};

/// One step of `dt` under gravity. Second order in dt while the body sinks; it stops inside of a step where
/// its speed comes to zero, and rests there if the ground carries it. @pre mass, gravity and dt > 0
Sinking advance(const Response& response, const Sinking& body, double mass, double gravity, double dt);

}  // namespace talus::ground
