#pragma once
#include <vector>

#include "talus/grains/wall_motion.h"
#include "talus/scene/scene.h"

namespace talus::scene {

/// The pose of a scene's wall at a simulated time; of a free body the one it has at the start.
grains::Pose poseOf(const Scene& scene, const grains::Wall& wall, double time);

/// Times that tell where a wall gets to: 0 for one that stands still.
std::vector<double> momentsOf(const Scene& scene, const grains::Wall& wall);

}  // namespace talus::scene
