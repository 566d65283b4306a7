#pragma once
#include "talus/environment/material.h"
#include "talus/sand/params.h"

namespace talus::sand {

/// Volume of the grains over that of the sand: random packings have 0.55 to 0.64 (loose to close).
inline constexpr double packing = 0.6;

/// The constants of sand as a continuum. One friction coefficient for all solvers: at yield
/// sqrt(J2) = friction p + cohesion, with p = -tr(stress) / 3 and J2 = s:s / 2 of the deviator s. A deep
/// layer then flows down slopes above atan(friction). Friction may grow with the rate of shear (mpm/yield.h).
struct Bulk {
    double density = 0;                 ///< with pores [kg/m^3]
    double friction_angle = 0;          ///< [rad]
    double flowing_friction_angle = 0;  ///< at very fast shear [rad]; the same where the rate does not matter
    double cohesion = 0;                ///< [Pa]
    double grain_density = 0;           ///< of the grains without pores [kg/m^3]

    double friction() const;
    double flowingFriction() const;
    /// The isotropic tension at which the sand comes apart [Pa]. Chosen: the cohesion.
    double tension() const { return cohesion; }
};

/// The constants that a scene asks for, or else those of what the material is like.
Bulk bulkOf(const Sand& sand, const environment::Material& material);

/// The friction coefficient of the sand on a wall of this material: the wall's own, at most that of the sand
/// that flows, because the sand shears inside where that is easier.
double wallFriction(const Sand& sand, const Bulk& bulk, const environment::Material& wall);

}  // namespace talus::sand
