#pragma once
#include "talus/couple/bodies/bodies.h"
#include "talus/couple/bodies/patch.h"

namespace talus::couple {

/// Where a free body and something else touch, for one step.
struct BodyContact {
    Vec3d point;       ///< [m]
    Vec3d normal;      ///< unit, towards the body
    Vec3d velocity;    ///< of what it touches, there [m/s]
    double lever = 0;  ///< of rolling resistance [m]
};

/// Soil: it takes up the velocity along its normal as `response` says, within dt, and rubs. Bodies do not
/// rise by it. A ball's push goes through its centre; other bodies are pushed in the middle of the pressure,
/// so they tilt. Source: response.h; what is across the normal is Coulomb's friction, in each step just so
/// much as holds the place of contact, and no more than friction times the push; and a moment against
/// turning of at most rolling times the patch's radius times the push; for a ball of radius R at a depth z
/// times R/(R - z), as on a step of that height.
/// @return the impulse on the body [N s]
Vec3d meetSoil(const Body& body, const Patch& patch, double gravity, double dt, solids::BodyState& state);

/// A ball on something rigid: bounces by its coefficient of restitution, and rubs.
/// @param gained what gravity added to all velocities in this step, which does not bounce, nor does an
/// approach at less than four times as much [m/s]
Vec3d bounce(const Body& body, const BodyContact& touch, const Vec3d& gained, solids::BodyState& state);

}  // namespace talus::couple
