#pragma once
#include "talus/math/lanes.h"
#include "talus/math/vec.h"

namespace talus::environment {

/// How a particle bounces off one wall, or off the ground.
struct Surface {
    double restitution = 0.5;
    double friction = 0.3;
    /// The law of Kelager (2006), "Lagrangian fluid dynamics using smoothed particle hydrodynamics", and of
    /// the thesis (2022), 1.44: u -= (1 + c_R d / (dt |u|)) (u . n) n, d how deep the particle would be
    /// behind the surface at the end of the step; what is left of its way is along the surface.
    bool by_depth = false;
};

/// The impulse of a contact on the particle [N s], Newton's restitution and Coulomb's friction in impulses:
/// J_n = -(1 + e) m u_n, |J_t| <= mu J_n and no more than stops the sliding. Zero where the two part.
/// @param u velocity of the particle relative to the wall [m/s]
/// @param normal unit, from the wall to the particle
/// @param mass that the contact moves: m, or less where the wall gives way [kg]
template <class V>
Vec3<V> contactImpulse(const Vec3<V>& u, const Vec3<V>& normal, const V& mass, const V& restitution,
                       const V& friction) {
    const V none = number<V>(0), nearing = -dot(u, normal);
    const auto meets = nearing > none;
    if (!anyOf<V>(meets)) return {none, none, none};
    const V pressed = (number<V>(1) + restitution) * mass * nearing;
    const Vec3<V> sliding = u + normal * nearing, push = normal * pressed;
    const V speed = length(sliding), most = friction * pressed, stops = mass * speed;
    const auto moves = speed > none;
    const V rubs = select<V>(stops < most, stops, most) / select<V>(moves, speed, number<V>(1));
    const Vec3<V> both = push - sliding * rubs;
    const auto chosen = [&](const V& a, const V& b) {
        return select<V>(meets, select<V>(moves, a, b), none);
    };
    return {chosen(both.x, push.x), chosen(both.y, push.y), chosen(both.z, push.z)};
}
inline Vec3d contactImpulse(const Vec3d& u, const Vec3d& normal, double mass, const Surface& surface) {
    return contactImpulse<double>(u, normal, mass, surface.restitution, surface.friction);
}

}  // namespace talus::environment
