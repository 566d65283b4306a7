#pragma once
#include "talus/math/rotation.h"
#include "talus/math/tensor.h"

namespace talus::solids {

/// Mass and inertia of a body, which do not change while it moves.
struct Rigid {
    double mass = 0;  ///< [kg], > 0
    Tensor inertia;   ///< about the centre of mass, in the body's frame [kg m^2]
    Tensor inverse_inertia;
};

/// Pose and velocity of a body.
struct BodyState {
    Vec3d position;  ///< of the centre of mass [m]
    Rotation rotation;
    Vec3d velocity;  ///< [m/s]
    Vec3d spin;      ///< [rad/s]

    Vec3d velocityAt(const Vec3d& x) const { return velocity + cross(spin, x - position); }
};

inline Vec3d angularMomentum(const Rigid& rigid, const BodyState& body) {
    return rotated(body.rotation, times(rigid.inertia, rotatedBack(body.rotation, body.spin)));
}

/// Angular velocity w = I^-1 L, for the body's present rotation.
inline Vec3d spinOf(const Rigid& rigid, const BodyState& body, const Vec3d& angular_momentum) {
    return rotated(body.rotation, times(rigid.inverse_inertia, rotatedBack(body.rotation, angular_momentum)));
}

/// Applies an impulse [N s] at the point `lever` from the centre of mass [m].
inline void push(const Rigid& rigid, BodyState& body, const Vec3d& impulse, const Vec3d& lever) {
    body.velocity += impulse / rigid.mass;
    body.spin += spinOf(rigid, body, cross(lever, impulse));
}

/// Change of the velocity at the point `lever` along the unit vector `along`, by a unit impulse there in that
/// direction [1/kg].
inline double mobility(const Rigid& rigid, const BodyState& body, const Vec3d& lever, const Vec3d& along) {
    const Vec3d arm = cross(lever, along);
    return 1 / rigid.mass + dot(arm, spinOf(rigid, body, arm));
}

/// Rotates a body during dt, at constant angular momentum and energy. In the body's frame Euler's equations
/// are dL/dt = L x w with w = I^-1 L. The step is a rotation about the mean w of begin and end:
///
///     L' = exp(-dt [w]) L,   w = I^-1 (L + L') / 2,   R' = R exp(dt [w])
///
/// R L stays. So does the energy L . I^-1 L / 2, whose change is w . (L' - L): a rotation about w leaves the
/// part along w. It is found by iteration. A body whose moments are equal needs none.
inline void turnFor(const Rigid& rigid, BodyState& body, double dt) {
    if (body.spin == Vec3d{}) return;
    const Vec3d momentum = angularMomentum(rigid, body);
    const Vec3d begin = rotatedBack(body.rotation, momentum), first = rotatedBack(body.rotation, body.spin);
    Vec3d mean = first;
    // Each iteration gains a factor of about |w| dt; a step in which a body turns by a radian needs some 40.
    constexpr int max_iterations = 60;
    for (int k = 0; k < max_iterations; ++k) {
        const Vec3d end = rotatedBack(rotationBy(mean * dt), begin);
        const Vec3d next = times(rigid.inverse_inertia, (begin + end) * 0.5);
        const bool done = squaredLength(next - mean) <= 1e-30 * squaredLength(next);
        mean = next;
        if (done) break;
    }
    // Round-off shall not turn a body otherwise than its spin where the two agree.
    const bool same = squaredLength(mean - first) <= 1e-28 * squaredLength(first);
    Rotation rotation = rotationBy((same ? body.spin : rotated(body.rotation, mean)) * dt) * body.rotation;
    // Round-off must not accumulate: keep the axes orthonormal.
    rotation.x = normalized(rotation.x);
    rotation.y = normalized(rotation.y - rotation.x * dot(rotation.x, rotation.y));
    rotation.z = cross(rotation.x, rotation.y);
    body.rotation = rotation;
    body.spin = spinOf(rigid, body, momentum);
}

}  // namespace talus::solids
