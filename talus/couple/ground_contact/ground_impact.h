#pragma once
#include "talus/math/vec.h"

/// Impacts that a step is too long for: a change of velocity instead of a force (docs/theory/ground.md).
namespace talus::couple {

/// A ball's motion.
struct Motion {
    Vec3d velocity;  ///< [m/s]
    Vec3d spin;      ///< [rad/s]
};

/// The ball after a collision with a surface that keeps none of the velocity along the normal and has
/// Coulomb friction: with J = m |v_n|, the velocity u of the ball's surface loses min(mu J, 2/7 m |u|) of
/// impulse (2/7 m |u| stops it: u changes by 7/2 of what the velocity does). Kinetic energy never grows.
/// @param normal unit, away from the surface @param spins false: the ball cannot turn
Motion afterImpact(const Motion& motion, const Vec3d& normal, double radius, double friction, bool spins);

/// The velocity of a ball that is put back on the straight path x0 + v t of a step, at the energy that it
/// began the step with, at most: of an ascent gravity took its part, and `stored` [m^2/s^2] per mass is in
/// springs there. The velocity of a path is that of the middle of the step, so where nothing but gravity
/// acted, the step began with v - g dt / 2; the ball gets no more than v in any case.
/// @param way what is left of the path, from its beginning [m]
Vec3d atSameEnergy(const Vec3d& velocity, const Vec3d& way, const Vec3d& gravity, double dt, double stored);

}  // namespace talus::couple
