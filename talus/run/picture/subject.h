#pragma once
#include <vector>

#include "talus/picture/camera.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// Points that a picture of the whole run should show: where material starts, comes in and heaps up, the
/// walls that hold it, bodies and walls that move, and the land that it flows over, along its drainage. Walls
/// that are not drawn do not count; of long floors and of walls that are moved away, only what is near. The
/// points are those of a box of 2 m where the scene has nothing of this.
std::vector<Vec3d> subjectOf(const scene::Scene& scene);

/// A camera that shows the subject, large and whole. Of land it is on the side from which most of the
/// subject is seen, where the edge of the land is low.
/// @param aspect width / height of the picture
picture::Camera automaticCamera(const scene::Scene& scene, double aspect);

/// The same, from the distance at which it shows the subject from all sides, turned about its middle.
/// @param fov vertical angle of view [rad]
picture::Camera automaticOrbit(const scene::Scene& scene, double aspect, double fov);

}  // namespace talus::run
