#pragma once
#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "talus/solids/bodies.h"
#include "talus/solids/bullet.h"

namespace talus::solids {

/// A joint as constraints of Bullet, between two of its bodies at their poses of the start. None for a
/// spring, which is no constraint (pull_springs.h); of a joint with a motor two.
/// @param second the body of the second, or a fixed one @param unit length of one unit of Bullet [m]
std::vector<std::unique_ptr<btTypedConstraint>> constraintsOf(const PreparedJoint& joint, btRigidBody& first,
                                                              btRigidBody& second, double unit);

}  // namespace talus::solids
