#pragma once
#include "talus/grains/wall_motion.h"
#include "talus/render/picture.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// The pose of a scene's wall at a simulated time.
grains::Pose poseOf(const scene::Scene& scene, const grains::Wall& wall, double time);

/// Adds a wall to a picture, where it is at a time. Shells are cut away: their near half is not drawn.
/// @param tray_height how high the sides of a closed box are drawn [m]
void addWall(render::Picture& picture, const scene::Scene& scene, const grains::Wall& wall, double time,
             double tray_height, const render::Colour& colour);

}  // namespace talus::run
