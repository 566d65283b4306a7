#pragma once
#include <vector>

#include "talus/environment/motion.h"
#include "talus/environment/wall.h"
#include "talus/math/rotation.h"

namespace talus::environment {

/// Where a wall is and how it moves, at one moment. A point p of the wall as the scene describes it is at
/// turned(turn, p) + shift, and the wall moves there with velocity + spin x (that place).
struct Pose {
    Rotation turn;
    Vec3d shift;     ///< [m]
    Vec3d velocity;  ///< of the wall at the origin [m/s]
    Vec3d spin;      ///< [rad/s]

    TALUS_HD Vec3d place(const Vec3d& p) const { return turned(turn, p) + shift; }
    TALUS_HD Vec3d back(const Vec3d& x) const { return turnedBack(turn, x - shift); }
    TALUS_HD Vec3d velocityAt(const Vec3d& x) const { return velocity + cross(spin, x); }
};

/// One motion at time t [s]. At a jump of the velocity (start, stop, a keyframe) it is that of what comes
/// next.
Pose poseOf(const Motion& motion, double t);

/// The motion `outer` of a thing that stands still in what `inner` moves.
Pose composed(const Pose& outer, const Pose& inner);

/// Where a wall that follows something is at the start, and at rest; of any other wall as it is described.
Pose startPose(const Wall& wall);

/// All motions of one wall, the first one applied first.
Pose poseOf(const std::vector<Motion>& motions, double t);

/// The largest speed that a motion gives to a point at a distance from its axis, at any time [m/s].
double largestSpeed(const Motion& motion, double distance);

}  // namespace talus::environment
