#pragma once
#include <vector>

#include "talus/picture/camera.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// What a picture of the whole run should show.
struct Subject {
    std::vector<Vec3d> points;  ///< at least one
    /// The side from which to look at it: rotation about z [rad], as of picture::towardsCamera().
    double azimuth = 0;
};

/// Where material starts, comes in, is thrown and heaps up, the walls that hold it, bodies and walls that
/// move, and the land that it flows over, along its drainage. Walls that are not drawn do not count; of long
/// floors and of walls that are moved away, only what is near. Land is seen from the side from which most of
/// the subject is visible, where the edge of the land is low. The points are those of a box of 2 m where the
/// scene has nothing of this. Takes some milliseconds, so keep it for all pictures of a scene.
Subject subjectOf(const scene::Scene& scene);

/// A camera that shows the subject, large and whole. @param aspect width / height of the picture
picture::Camera automaticCamera(const Subject& subject, double aspect);

/// The same, from the distance at which it shows the subject from all sides, turned about its middle.
/// @param fov vertical angle of view [rad]
picture::Camera automaticOrbit(const Subject& subject, double aspect, double fov);

}  // namespace talus::run
