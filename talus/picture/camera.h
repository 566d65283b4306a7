#pragma once
#include "talus/geometry/shapes.h"

namespace talus::picture {

/// A pinhole camera.
struct Camera {
    Vec3d position{1, -2, 1};  ///< m
    Vec3d target;              ///< m; the middle of the picture
    Vec3d up{0, 0, 1};         ///< need not be unit, must not be along the line of sight
    double fov = 0.6;          ///< vertical angle of view, rad, in (0, 2.8]

    bool operator==(const Camera&) const = default;
};

/// A camera with z upwards in its picture; when it looks straight down or up, y is upwards.
Camera lookAt(const Vec3d& position, const Vec3d& target, double fov);

/// The directions of the picture's axes; all unit.
struct CameraAxes {
    Vec3d right, up, forward;
};
CameraAxes axesOf(const Camera& camera);

/// The position of a world point in a picture: pixels from the left and top edge (0.5 is the middle of the
/// first pixel) and the distance along the line of sight in m (<= 0: behind the camera).
struct Projected {
    double x, y, depth;
};
Projected project(const Camera& camera, int width, int height, Vec3d point);

/// A camera that shows the whole box, with a small margin, from the south-west and somewhat above.
/// `aspect` is width / height of the picture. `azimuth` turns about z (0: from -y, towards +y) and
/// `elevation` is the angle above the horizon, both in rad.
Camera frameAutomatically(const geometry::Box& bounds, double aspect, double azimuth = -0.45,
                          double elevation = 0.42);

}  // namespace talus::picture
