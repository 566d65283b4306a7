#pragma once
#include <btBulletCollisionCommon.h>

#include "talus/solids/touch/touch.h"

namespace talus::solids {

/// The contact of a round or pointed shape and a half space: the lowest points of its ends, the rim of a disc
/// that lies flat, or four of its lowest corners. Bullet's own contact of a cylinder or a capsule with a
/// plane has one point, and they sink and turn.
/// @param shape a capsule, a cylinder, a convex hull, or a compound of those, as collision_shapes.h makes
/// them
/// @param reach gap up to which there is a contact, as a share of the smallest half side of each part
NearPoints pointsOf(const btCollisionShape& shape, const btTransform& pose, const HalfSpace& plane,
                    double reach);

/// Whether pointsOf() knows a shape.
bool meetsPlanes(const btCollisionShape& shape);

}  // namespace talus::solids
