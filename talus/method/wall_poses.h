#pragma once
#include <vector>

#include "talus/environment/wall.h"
#include "talus/environment/wall_motion.h"
#include "talus/method/common.h"

namespace talus::method {

/// The pose of a wall at a simulated time [s]; for a free body its pose at the start.
environment::Pose poseOf(const Common& scene, const environment::Wall& wall, double time);

/// Times at which to sample the poses of a wall, from 0 to the duration [s]; only 0 for a wall that does not
/// move.
std::vector<double> sampleTimesOf(const Common& scene, const environment::Wall& wall);

}  // namespace talus::method
