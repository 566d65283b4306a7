#include "talus/couple/ground_contact/ground_impact.h"

#include <algorithm>
#include <cmath>

namespace talus::couple {

Motion afterImpact(const Motion& motion, const Vec3d& normal, double radius, double friction, bool spins) {
    const double v_n = dot(motion.velocity, normal);
    if (!(v_n < 0)) return motion;
    Motion after = motion;
    after.velocity -= normal * v_n;
    Vec3d surface = after.velocity;
    if (spins) surface -= cross(motion.spin, normal) * radius;
    const double slip = length(surface);
    if (!(slip > 0)) return after;
    // Impulses per mass. A ball that cannot turn is stopped by all of m |u|.
    const double impulse = std::min(friction * -v_n, (spins ? 2.0 / 7 : 1.0) * slip);
    const Vec3d along = surface / slip;
    after.velocity -= along * impulse;
    if (spins) after.spin += cross(normal, along) * (impulse / (0.4 * radius));
    return after;
}

Vec3d atSameEnergy(const Vec3d& velocity, const Vec3d& path, const Vec3d& gravity, double dt, double stored) {
    const double square = squaredLength(velocity);
    const Vec3d kick = gravity * (0.5 * dt);
    const double began = std::min(square, squaredLength(velocity - kick));
    const double left = began + 2 * (dot(gravity, path) - stored);
    if (left >= square) return velocity;
    return left > 0 ? velocity * std::sqrt(left / square) : Vec3d{};
}

}  // namespace talus::couple
