#pragma once
#include <string>

#include "talus/picture/camera.h"
#include "talus/run/session/picks/pick.h"

/// How the camera of the window moves. Each function returns the camera after the move.
namespace talus::viewer {

/// Turns the camera about a point. z stays upwards, and the camera does not pass over the poles.
/// @param right, up angles by which the scene seems to turn [rad]
picture::Camera orbited(const picture::Camera& camera, const Vec3d& pivot, double right, double up);
/// Moves the camera across its line of sight. @param right, up shares of the height of the picture by which
/// points at `depth` [m] seem to move
picture::Camera panned(const picture::Camera& camera, double depth, double right, double up);
/// Brings the camera nearer to a point, or away from it, so that the point stays where it is in the picture.
/// @param factor of the distance to the point, > 0; below 1: nearer
picture::Camera zoomed(const picture::Camera& camera, const Vec3d& point, double factor);
/// Moves the camera along its own axes [m].
picture::Camera flown(const picture::Camera& camera, double forward, double right, double up);

/// The line of sight through a pixel of a picture, which need not be whole.
run::Ray rayThrough(const picture::Camera& camera, int width, int height, double x, double y);

/// The camera as a [[camera]] of a scene file.
std::string asToml(const picture::Camera& camera, const std::string& name);

}  // namespace talus::viewer
