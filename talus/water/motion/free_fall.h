#pragma once
#include "talus/core/host_device.h"
#include "talus/math/vec.h"

namespace talus::water {

/// The way of a particle in a step [m]. Where it falls freely its acceleration is even, and the mean of its
/// velocities before and after the step gives the exact parabola. Elsewhere it is the velocity after the step
/// (semi-implicit Euler), which the solvers made free of compression; the mean would make whatever swings
/// with omega grow by (omega dt)^2 / 4 in each step. The one goes over into the other, so that no step hangs
/// on a last bit, where the acceleration is off g by up to a tenth of g: pressure leaves less than that in
/// what flies, and noise brings few others there.
/// @param before, after velocities [m/s] @param gravity [m/s^2] @param dt [s]
TALUS_HD inline Vec3d wayInStep(const Vec3d& before, const Vec3d& after, const Vec3d& gravity, double dt) {
    constexpr double tenth_squared = 0.01;
    const Vec3d fall = gravity * dt;
    const double limit = tenth_squared * squaredLength(fall), off = squaredLength(after - before - fall);
    if (!(off < limit)) return after * dt;
    return (after + (before - after) * (0.5 * (1 - off / limit))) * dt;
}

}  // namespace talus::water
