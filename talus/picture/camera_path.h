#pragma once
#include <span>

#include "talus/picture/camera.h"

/// How cameras move. Pure functions of the time, so that a film does not depend on which of its pictures are
/// drawn.
namespace talus::picture {

/// The value at time t of a curve through all points (times[i], values[i]): piecewise cubic, with a
/// continuous derivative, monotone between neighbouring points, so that it never goes beyond them (Fritsch
/// and Butland, SIAM J. Sci. Stat. Comput. 5, 1984). It is at rest at its ends, and constant outside of them.
/// @pre times increase; as many values as times; at least one
double smoothCurve(std::span<const double> times, std::span<const double> values, double t);
/// The same for each component.
Vec3d smoothCurve(std::span<const double> times, std::span<const Vec3d> values, double t);

/// The camera turned about the upright axis through a point. @param angle [rad] anticlockwise, seen from
/// above
Camera turnedAbout(const Camera& camera, const Vec3d& axis, double angle);

/// A camera that looks at the middle of the box around points, from the nearest distance at which, turned
/// about the upright axis through that middle, it shows all points from every side. @pre at least one point
/// @param aspect width / height of the picture; fov [rad] vertical angle of view
/// @param azimuth, elevation as of frameAutomatically()
Camera frameFromAllSides(std::span<const Vec3d> points, double aspect, double fov, double azimuth = -0.45,
                         double elevation = 0.42);

}  // namespace talus::picture
