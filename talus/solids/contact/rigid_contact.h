#pragma once
#include "talus/solids/bodies.h"

namespace talus::solids {

/// A contact of a free body, for one step.
struct RigidContact {
    Vec3d point;       ///< [m]
    Vec3d normal;      ///< unit, towards the body
    Vec3d velocity;    ///< of what it touches, there [m/s]
    double lever = 0;  ///< of rolling resistance [m]
};

/// Coulomb friction and rolling resistance of a contact. @param pressure normal impulse [N s]
/// @return the impulse of friction [N s]
Vec3d applyFriction(const PreparedBody& body, const RigidContact& touch, double pressure, BodyState& state);

}  // namespace talus::solids
