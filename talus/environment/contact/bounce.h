#pragma once
#include "talus/math/lanes.h"
#include "talus/math/vec.h"

namespace talus::environment {

/// How a particle bounces off one wall, or off the ground.
struct Surface {
    double restitution = 0.5;
    double friction = 0.3;
    /// The law of Kelager (2006), "Lagrangian fluid dynamics using smoothed particle hydrodynamics", and of
    /// the thesis (2022), 1.44: u -= (1 + c_R d / (dt |u|)) (u . n) n, with d the depth of the particle
    /// behind the surface at the end of the unhindered step. The rest of its path is along the surface.
    bool by_depth = false;
};

/// The impulse of a contact on the particle [N s] by Newton's restitution and Coulomb's friction:
/// J_n = -(1 + e) m u_n, |J_t| <= mu J_n and no more than stops the sliding. Zero if the two separate.
/// @param u velocity of the particle relative to the wall [m/s]
/// @param normal unit, from the wall to the particle
/// @param mass effective mass of the contact: m, or less if the wall is a free body [kg]
template <class V>
Vec3<V> contactImpulse(const Vec3<V>& u, const Vec3<V>& normal, const V& mass, const V& restitution,
                       const V& friction) {
    const V none = number<V>(0), approach = -dot(u, normal);
    const auto meets = approach > none;
    if (!anyOf<V>(meets)) return {none, none, none};
    const V normal_impulse = (number<V>(1) + restitution) * mass * approach;
    const Vec3<V> sliding = u + normal * approach, normal_part = normal * normal_impulse;
    const V speed = length(sliding), max_friction = friction * normal_impulse, stopping = mass * speed;
    const auto moves = speed > none;
    const V friction_part =
        select<V>(stopping < max_friction, stopping, max_friction) / select<V>(moves, speed, number<V>(1));
    const Vec3<V> both = normal_part - sliding * friction_part;
    const auto chosen = [&](const V& a, const V& b) {
        return select<V>(meets, select<V>(moves, a, b), none);
    };
    return {chosen(both.x, normal_part.x), chosen(both.y, normal_part.y), chosen(both.z, normal_part.z)};
}
inline Vec3d contactImpulse(const Vec3d& u, const Vec3d& normal, double mass, const Surface& surface) {
    return contactImpulse<double>(u, normal, mass, surface.restitution, surface.friction);
}

}  // namespace talus::environment
