#pragma once
#include <LinearMath/btMatrix3x3.h>
#include <LinearMath/btVector3.h>

#include "talus/math/rotation.h"

/// Between our numbers and those of Bullet. Included only by the files that know Bullet.
namespace talus::solids {

inline btVector3 toBullet(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline Vec3d fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
inline btMatrix3x3 toBullet(const Rotation& rotation) {
    return {rotation.x.x, rotation.y.x, rotation.z.x, rotation.x.y, rotation.y.y,
            rotation.z.y, rotation.x.z, rotation.y.z, rotation.z.z};
}
inline Rotation fromBullet(const btMatrix3x3& m) {
    return {fromBullet(m.getColumn(0)), fromBullet(m.getColumn(1)), fromBullet(m.getColumn(2))};
}

}  // namespace talus::solids
