#pragma once
#include <vector>

#include "talus/environment/wall.h"
#include "talus/environment/wall_motion.h"
#include "talus/method/common.h"

namespace talus::method {

/// The pose of a scene's wall at a simulated time; of a free body the one it has at the start.
environment::Pose poseOf(const Common& scene, const environment::Wall& wall, double time);

/// Times that tell where a wall gets to: 0 for one that stands still.
std::vector<double> momentsOf(const Common& scene, const environment::Wall& wall);

}  // namespace talus::method
