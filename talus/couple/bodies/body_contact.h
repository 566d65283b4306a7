#pragma once
#include "talus/couple/bodies/bodies.h"
#include "talus/couple/bodies/patch.h"

namespace talus::couple {

/// A contact of a free body, for one step.
struct BodyContact {
    Vec3d point;       ///< [m]
    Vec3d normal;      ///< unit, towards the body
    Vec3d velocity;    ///< of what it touches, there [m/s]
    double lever = 0;  ///< of rolling resistance [m]
};

/// Contact with soil during dt. The soil takes the velocity along its normal as `response` says (ground's
/// response.h), and never makes the body rise. The normal impulse acts on a ball through its centre, and on
/// other bodies in the middle of the pressure, so they tilt. Coulomb's friction stops the sliding of the
/// contact point, with at most friction times the normal impulse. Rolling resistance is a moment of at most
/// rolling times the patch's radius times the normal impulse; for a ball of radius R at a depth z times
/// R/(R - z), as on a step of that height.
/// @return the impulse on the body [N s]
Vec3d meetSoil(const Body& body, const Patch& patch, double gravity, double dt, solids::BodyState& state);

/// Contact of a ball with a rigid wall or ground: restitution and friction. @return the impulse on the ball
/// @param gained velocity that gravity added in this step [m/s]. It does not bounce, nor does a ball that
/// approaches at less than four times its size
Vec3d bounce(const Body& body, const BodyContact& touch, const Vec3d& gained, solids::BodyState& state);

}  // namespace talus::couple
