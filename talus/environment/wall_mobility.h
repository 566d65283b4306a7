#pragma once
#include "talus/environment/wall_motion.h"
#include "talus/math/tensor.h"

namespace talus::environment {

/// How a wall responds to an impulse: the inverse mass of a free body. All zero for any other wall, whose
/// mass is infinite.
struct WallMobility {
    double inverse_mass = 0;  ///< [1/kg]
    Tensor inverse_inertia;   ///< about the origin of the wall's own frame, in that frame [1/(kg m^2)]

    /// The inverse effective mass at a point along a unit direction n: the change of the wall's velocity
    /// there per impulse, 1/m + (r x n) . I^-1 (r x n), with r from the centre of mass to the point [1/kg].
    double at(const Pose& pose, const Vec3d& point, const Vec3d& n) const {
        if (!(inverse_mass > 0)) return 0;
        const Vec3d arm = rotatedBack(pose.rotation, cross(point - pose.shift, n));
        return inverse_mass + dot(arm, times(inverse_inertia, arm));
    }
};

}  // namespace talus::environment
