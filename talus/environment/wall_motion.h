#pragma once
#include <vector>

#include "talus/environment/motion.h"
#include "talus/environment/wall.h"
#include "talus/math/rotation.h"

namespace talus::environment {

/// Pose and velocity of a wall at one time. A point p of the wall as the scene describes it is at
/// x = rotated(rotation, p) + shift, and moves with velocity + spin x x.
struct Pose {
    Rotation rotation;
    Vec3d shift;     ///< [m]
    Vec3d velocity;  ///< of the wall at the scene's origin [m/s]
    Vec3d spin;      ///< angular velocity [rad/s]

    /// From the wall's frame to the scene's, and back.
    TALUS_HD Vec3d toWorld(const Vec3d& p) const { return rotated(rotation, p) + shift; }
    TALUS_HD Vec3d toLocal(const Vec3d& x) const { return rotatedBack(rotation, x - shift); }
    TALUS_HD Vec3d velocityAt(const Vec3d& x) const { return velocity + cross(spin, x); }
};

/// The keyframes that are in force.
const Keyframes& keyframesOf(const Motion& motion);

/// The pose of one motion at time t [s]. Where the velocity jumps (start, stop, a keyframe) it is the
/// velocity after the jump.
Pose poseOf(const Motion& motion, double t);

/// The pose that applies `inner` first and `outer` second.
Pose composed(const Pose& outer, const Pose& inner);

/// The pose at the start, at rest, of a wall that follows a body; of any other wall the identity.
Pose startPose(const Wall& wall);

/// The pose of the wall of a body that is not in the scene: at rest, and so far below the scene that nothing
/// is near it. Each wall has a depth of its own, so that absent bodies do not touch each other.
/// @param wall index
Pose absentPose(std::size_t wall);

/// Whether a pose is one of absentPose().
bool isAbsent(const Pose& pose);

/// The pose of all motions of one wall; the first is applied first.
Pose poseOf(const std::vector<Motion>& motions, double t);

/// The largest speed for which contacts and time steps are chosen (Motion::design_speed), or that a motion
/// gives to a point at a distance from its axis, at any time [m/s].
double largestSpeed(const Motion& motion, double distance);

}  // namespace talus::environment
