#pragma once
#include <cmath>

#include "talus/math/vec.h"

namespace talus::cloth {

/// Density of dry air at 20 degrees C and 101325 Pa [kg/m^3] (ideal gas, R = 287.05 J/(kg K)).
inline constexpr double air_density = 1.204;

/// The force of the air on a flat piece of cloth [N]:
///
///     1/2 rho A |u|^2 cos(a) (c_drag e + c_lift (n - e cos(a))),   e = u / |u|,  cos(a) = n.e,
///
/// with u the velocity of the air relative to the cloth, and n its normal on the side to which the air flows.
/// A sheet across the flow has the drag of a plate, one along it none, and lift is largest at 45 degrees
/// (Keckeisen, Kimmerle, Thomaszewski, Wacker 2004, "Modelling effects of wind fields in cloth animations").
/// @param area_normal normal of the piece with the length of its area [m^2]
inline Vec3d airForce(const Vec3d& u, const Vec3d& area_normal, double drag, double lift) {
    // A |u| cos(a), below 0 where the air flows to the other side.
    const double through = dot(area_normal, u), amount = 0.5 * air_density * std::abs(through);
    if (lift == 0) return u * (drag * amount);
    const double product = std::sqrt(squaredLength(area_normal) * squaredLength(u));  // A |u|
    if (!(product > 0)) return {};
    const double cosine = std::abs(through) / product;
    return u * ((drag - lift * cosine) * amount) +
           area_normal * (0.5 * air_density * lift * through * squaredLength(u) / product);
}

}  // namespace talus::cloth
