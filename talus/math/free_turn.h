#pragma once
#include "talus/math/rotation.h"

namespace talus {

// A rigid body without torque, by the implicit midpoint rule on Euler's equations, in the frame of its
// principal axes:
//
//     L' - L = dt M x w,   w = I^-1 M,   M = (L + L') / 2
//
// The rule keeps |L| and the energy L . I^-1 L / 2, as both are quadratic in L (Hairer, Lubich, Wanner,
// Geometric Numerical Integration, IV.2). L' is L seen from a body that has turned by Cayley's rotation of
// w dt, so the angular momentum in space is kept as well. The angle is 2 atan(|w| dt / 2), less than |w| dt
// by a share of (w dt)^2 / 12. No sines are needed: a clump of a few spheres would otherwise wait for them.

/// The mean angular velocity w over a step [rad/s], in the frame of the principal axes.
/// @param inverse_inertia one over each principal moment [1/(kg m^2)]
/// @param momentum angular momentum at the begin of the step, in that frame [kg m^2/s]
inline Vec3d meanSpin(const Vec3d& inverse_inertia, const Vec3d& momentum, double dt) {
    const auto spin_of = [&](const Vec3d& l) {
        return Vec3d{l.x * inverse_inertia.x, l.y * inverse_inertia.y, l.z * inverse_inertia.z};
    };
    Vec3d middle = momentum;
    // Each iteration gains a factor of about |w| dt / 2; a step in which the body turns by a radian needs
    // some 50.
    constexpr int max_iterations = 60;
    for (int k = 0; k < max_iterations; ++k) {
        const Vec3d next = momentum + cross(middle, spin_of(middle)) * (0.5 * dt);
        const bool done = squaredLength(next - middle) <= 1e-32 * squaredLength(next);
        middle = next;
        if (done) break;
    }
    return spin_of(middle);
}

/// v rotated by Cayley's rotation of 2 g: (1 - [g])^-1 (1 + [g]) v, by the angle 2 atan |g| about g.
inline Vec3d rotatedByCayley(const Vec3d& g, const Vec3d& v) {
    const Vec3d once = cross(g, v);
    return v + (once + cross(g, once)) * (2 / (1 + squaredLength(g)));
}

/// The rotation of a body after a step in which it turned with the mean angular velocity `spin` of its own
/// frame.
inline Rotation rotatedBySpin(const Rotation& rotation, const Vec3d& spin, double dt) {
    const Vec3d g = spin * (0.5 * dt);
    Rotation next{rotated(rotation, rotatedByCayley(g, {1, 0, 0})),
                  rotated(rotation, rotatedByCayley(g, {0, 1, 0})),
                  {}};
    // Round-off must not accumulate: keep the axes orthonormal. Their lengths are 1 up to round-off, so that
    // one step of Newton's method for 1 / sqrt gives them back.
    const auto unit = [](const Vec3d& v) { return v * (1.5 - 0.5 * squaredLength(v)); };
    next.x = unit(next.x);
    next.y = unit(next.y - next.x * dot(next.x, next.y));
    next.z = cross(next.x, next.y);
    return next;
}

}  // namespace talus
