#pragma once
#include "talus/grains/law.h"
#include "talus/math/vec.h"

namespace talus::grains {

/// A law's constants in the number type of the loop.
template <class V>
struct LawLanes {
    V stiffness, damping, shear_stiffness, shear_compliance, shear_damping, friction, dashpot_share,
        least_normal;

    explicit LawLanes(const LawConstants& c)
        : LawLanes(gathered([&](auto member) { return V(c.*member); })) {}

    /// @param of(member) that constant of each lane's pair of materials
    template <class Of>
    static LawLanes gathered(Of of) {
        LawLanes lanes;
        lanes.stiffness = of(&LawConstants::stiffness);
        lanes.damping = of(&LawConstants::damping);
        lanes.shear_stiffness = of(&LawConstants::shear_stiffness);
        lanes.shear_compliance = of(&LawConstants::shear_compliance);
        lanes.shear_damping = of(&LawConstants::shear_damping);
        lanes.friction = of(&LawConstants::friction);
        lanes.dashpot_share = of(&LawConstants::dashpot_share);
        lanes.least_normal = of(&LawConstants::least_normal);
        return lanes;
    }

  private:
    LawLanes() = default;
};

/// Two bodies that touch.
template <class V>
struct Touch {
    V overlap;         ///< d > 0 [m]
    V effective_mass;  ///< m_e [kg]
    Vec3<V> normal;    ///< n, unit, towards the first body
    Vec3<V> velocity;  ///< of the first body's surface relative to the second's, at the contact [m/s]
};

/// What the first body feels; the second feels exactly the opposite.
template <class V>
struct PairForce {
    Vec3<V> force;   ///< [N]
    Vec3<V> shear;   ///< the tangential part of force [N]
    Vec3<V> spring;  ///< xi after this step [m]
};

/// The shear spring carried along with the contact plane: its part in the new plane, at its old length.
template <class V>
TALUS_HD Vec3<V> turnSpring(const Vec3<V>& spring, const Vec3<V>& normal) {
    using std::sqrt;
    const Vec3<V> in_plane = spring - normal * dot(spring, normal);
    const V old_square = squaredLength(spring), new_square = squaredLength(in_plane);
    const V scale = select<V>(new_square > V(0), sqrt(old_square / new_square), V(0));
    return in_plane * scale;
}

/// Force of one contact. The spring grows by v_t dt and is shortened to what the Coulomb limit mu F_n
/// holds; all operations are odd in (normal, velocity, spring), so that swapping the bodies gives the same
/// bits with the other sign: Newton's third law holds exactly.
/// @param spring xi before this step, from the first body's side [m]
template <class Law, class V>
TALUS_HD PairForce<V> pairForce(const LawLanes<V>& law, const Touch<V>& touch, const Vec3<V>& spring,
                                double dt) {
    using std::sqrt;
    const V v_n = dot(touch.velocity, touch.normal);
    const Vec3<V> v_t = touch.velocity - touch.normal * v_n;
    const V pushed = Law::normalForce(law.stiffness, law.damping, touch.overlap, v_n, touch.effective_mass);
    const V normal_force = select<V>(pushed > law.least_normal, pushed, law.least_normal);

    const Vec3<V> stretched = turnSpring(spring, touch.normal) + v_t * V(dt);
    const Vec3<V> dashpot = v_t * -Law::shearDashpot(law.shear_damping, touch.effective_mass);
    const Vec3<V> limited_dashpot = dashpot * law.dashpot_share;
    const Vec3<V> wanted = limited_dashpot - stretched * law.shear_stiffness;

    const V limit = law.friction * select<V>(normal_force > V(0), normal_force, -normal_force);
    const V wanted_square = squaredLength(wanted);
    const auto slides = wanted_square > limit * limit;
    const V scale = select<V>(slides, limit / sqrt(wanted_square), V(1));
    const Vec3<V> held = wanted * scale;
    const Vec3<V> relaxed = (limited_dashpot - held) * law.shear_compliance;

    PairForce<V> out;
    out.shear = held + (dashpot - limited_dashpot);
    out.force = touch.normal * normal_force + out.shear;
    out.spring = {select<V>(slides, relaxed.x, stretched.x), select<V>(slides, relaxed.y, stretched.y),
                  select<V>(slides, relaxed.z, stretched.z)};
    return out;
}

}  // namespace talus::grains
