#pragma once
#include "talus/core/host_device.h"
#include "talus/math/vec.h"

namespace talus::water {

/// The way of a particle in a step [m]. Where it falls freely its acceleration is even, and the mean of its
/// velocities before and after the step gives the exact parabola. Elsewhere it is the velocity after the step
/// (semi-implicit Euler), which the solvers made free of compression; the mean would make whatever swings
/// with omega grow by (omega dt)^2 / 4 in each step. Free fall is an acceleration within half of g of g,
/// which is a choice: waves that do not break have less, jets and drops are nearer.
/// @param before, after velocities [m/s] @param gravity [m/s^2] @param dt [s]
TALUS_HD inline Vec3d wayInStep(const Vec3d& before, const Vec3d& after, const Vec3d& gravity, double dt) {
    const Vec3d fall = gravity * dt;
    const bool falls = squaredLength(after - before - fall) < 0.25 * squaredLength(fall);
    return falls ? (before + after) * (0.5 * dt) : after * dt;
}

}  // namespace talus::water
