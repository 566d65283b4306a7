#pragma once
#include "talus/core/host_device.h"
#include "talus/math/vec.h"

namespace talus::water {

/// The displacement of a particle in a step [m].
/// In free fall the acceleration is constant, and the mean of the velocities before and after the step gives
/// the exact parabola. Elsewhere the velocity after the step is used (semi-implicit Euler), which the solvers
/// made free of compression; with the mean an oscillation of omega would grow by (omega dt)^2 / 4 in a step.
/// The transition is continuous, where the acceleration differs from g by up to a tenth of g, so that the
/// result does not depend on last bits. For free particles pressure contributes less than that, and noise
/// brings few others below it.
/// @param before, after velocities [m/s] @param gravity [m/s^2] @param dt [s]
TALUS_HD inline Vec3d displacementInStep(const Vec3d& before, const Vec3d& after, const Vec3d& gravity,
                                         double dt) {
    constexpr double tenth_squared = 0.01;
    const Vec3d fall = gravity * dt;
    const double limit = tenth_squared * squaredLength(fall), off = squaredLength(after - before - fall);
    if (!(off < limit)) return after * dt;
    return (after + (before - after) * (0.5 * (1 - off / limit))) * dt;
}

}  // namespace talus::water
