#pragma once
#include "talus/environment/material.h"
#include "talus/sand/params.h"

namespace talus::sand {

/// Volume of the grains over that of the sand: random packings have 0.55 to 0.64 (loose to close).
inline constexpr double packing = 0.6;

/// The constants of sand as a continuum. One friction coefficient for all solvers: at yield
/// sqrt(J2) = friction p + cohesion, with p = -tr(stress) / 3 and J2 = s:s / 2 of the deviator s. A deep
/// layer then flows down slopes above atan(friction).
struct Bulk {
    double density = 0;         ///< with pores [kg/m^3]
    double friction_angle = 0;  ///< [rad]
    double cohesion = 0;        ///< [Pa]

    double friction() const;
    /// The isotropic tension at which the sand comes apart [Pa]. Chosen: the cohesion.
    double tension() const { return cohesion; }
};

/// The constants that a scene asks for, or else those of what the material is like.
Bulk bulkOf(const Sand& sand, const environment::Material& material);

/// The friction coefficient of the sand on a wall of this material: the wall's own, at most that of the sand,
/// because the sand shears inside where that is easier.
double wallFriction(const Sand& sand, const Bulk& bulk, const environment::Material& wall);

}  // namespace talus::sand
