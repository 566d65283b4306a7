#pragma once
#include <btBulletDynamicsCommon.h>

#include "talus/solids/bullet.h"

namespace talus::solids {

/// What the mean velocity of a point of a turning body differs during dt from that at its begin: it moves on
/// a circle. @param lever from the centre of mass
inline btVector3 bendOf(const btRigidBody& body, const btVector3& lever, double dt) {
    const Vec3d r = fromBullet(lever), spin = fromBullet(body.getAngularVelocity());
    if (spin == Vec3d{}) return {0, 0, 0};
    return toBullet((rotated(rotationBy(spin * dt), r) - r) / dt - cross(spin, r));
}

}  // namespace talus::solids
