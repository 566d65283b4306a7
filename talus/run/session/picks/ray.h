#pragma once
#include "talus/math/vec.h"

namespace talus::run {

/// A half-line, such as the line of sight through a pixel.
struct Ray {
    Vec3d origin;     ///< [m]
    Vec3d direction;  ///< unit

    Vec3d at(double distance) const { return origin + direction * distance; }
};

// The distance at which a ray meets something [m]; infinite where it does not.

/// Where it enters a ball; 0 from inside.
double enterBall(const Ray& ray, const Vec3d& centre, double radius);
/// Where it leaves a ball.
double leaveBall(const Ray& ray, const Vec3d& centre, double radius);
/// Where it meets a triangle, from either side. From its front the corners run counter-clockwise.
/// @param front_only whether the back is not there
double meetTriangle(const Ray& ray, const Vec3d& a, const Vec3d& b, const Vec3d& c, bool front_only = false);

}  // namespace talus::run
