#pragma once
#include "talus/math/vec.h"

/// Impacts that a step is too long to resolve: a change of velocity instead of a force
/// (docs/theory/ground.md).
namespace talus::couple {

/// A ball's motion.
struct Motion {
    Vec3d velocity;  ///< [m/s]
    Vec3d spin;      ///< [rad/s]
};

/// The motion of a ball after an inelastic impact (restitution 0) with Coulomb friction. The normal impulse
/// is J = m |v_n|. The tangential impulse, against the velocity u of the ball's surface, is min(mu J, 2/7 m
/// |u|): 2/7 m |u| stops the surface, whose velocity changes by 7/2 of the change of the centre's velocity.
/// Kinetic energy never grows.
/// @param normal unit, away from the surface @param spins false: the ball cannot turn
Motion afterImpact(const Motion& motion, const Vec3d& normal, double radius, double friction, bool spins);

/// The velocity of a ball that is put back on the straight path x0 + v t of a step. Its energy is at most
/// that at the start of the step, less the potential energy of the ascent along the path and less the energy
/// `stored` in springs [m^2/s^2 per mass]. v is the velocity at the middle of the step: if only gravity
/// acted, the step began with v - g dt / 2. The ball never gets more than v.
/// @param path from x0 to the position to which the ball is put back [m]
Vec3d atSameEnergy(const Vec3d& velocity, const Vec3d& path, const Vec3d& gravity, double dt, double stored);

}  // namespace talus::couple
