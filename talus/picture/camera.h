#pragma once
#include <span>

#include "talus/geometry/shapes.h"

namespace talus::picture {

/// A pinhole camera.
struct Camera {
    Vec3d position{1, -2, 1};  ///< m
    Vec3d target;              ///< m; is shown in the middle of the picture
    Vec3d up{0, 0, 1};         ///< of any length, not parallel to the direction of view
    double fov = 0.6;          ///< vertical angle of view, rad, in (0, 2.8]

    bool operator==(const Camera&) const = default;
};

/// A camera whose picture has z upwards. If it looks straight down or up, y is upwards.
Camera lookAt(const Vec3d& position, const Vec3d& target, double fov);

/// The directions of the picture's axes; all unit.
struct CameraAxes {
    Vec3d right, up, forward;
};
CameraAxes axesOf(const Camera& camera);

/// The position of a point in the picture.
struct Projected {
    double x, y;   ///< pixels from the left and the top edge; 0.5 is the middle of the first pixel
    double depth;  ///< distance along the direction of view [m]; <= 0: behind the camera
};
Projected project(const Camera& camera, int width, int height, Vec3d point);

/// The unit direction from what a camera shows to the camera.
/// @param azimuth [rad] rotation about z; at 0 the camera is on the side -y and looks towards +y
/// @param elevation [rad] of the camera above the horizon
Vec3d towardsCamera(double azimuth, double elevation);

/// The share of the half width and half height of a picture that an automatic camera fills at most.
inline constexpr double frame_fill = 0.90;

inline constexpr double automatic_fov = 0.5;  ///< [rad]

/// A camera that shows the whole box, with a small margin, from the south-west and somewhat above.
/// @param aspect width / height of the picture
/// @param azimuth [rad] rotation about z; at 0 the camera is on the side -y and looks towards +y
/// @param elevation [rad] of the camera above the horizon
Camera frameAutomatically(const geometry::Box& bounds, double aspect, double azimuth = -0.45,
                          double elevation = 0.42);
/// The same for points; a box shows more than the points in it need. @pre at least one
Camera frameAutomatically(std::span<const Vec3d> points, double aspect, double azimuth = -0.45,
                          double elevation = 0.42);

}  // namespace talus::picture
