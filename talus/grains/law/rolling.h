#pragma once
#include "talus/grains/law/law.h"

namespace talus::grains {

/// Rolling and twisting moment of a contact, and the angle of its spring after this step.
template <class V>
struct TurningMoment {
    Vec3<V> moment;  ///< on the first body; the second gets the opposite [N m]
    Vec3<V> angle;   ///< of the spring [rad]
};

/// Resistance to rolling (about axes in the contact plane) and twisting (about the normal), for the relative
/// angular velocity w = w_1 - w_2.
///
/// constant (Zhou and others 1999, model A): the moment is mu_r R_e F_n, opposite to w. It is at most 1/8 *
/// 2/5 m_e R_e^2 w / dt, so that the few contacts of a grain together do not reverse w within a step, and a
/// grain at rest stays at rest.
///
/// spring (elastic-plastic spring and dashpot, Iwashita and Oda 1998; Ai and others 2011, model C): a
/// rotational spring of stiffness k_r R_e^2, and a dashpot with eta times the critical damping of the inertia
/// 2/5 m_e R_e^2. The limit applies to the sum; the spring slips where the sum would exceed it.
///
/// In both, the part in the contact plane is limited by mu_r R_e F_n, the part along the normal by mu_tw R_e
/// F_n.
/// @param push the repulsive part of F_n [N], >= 0
template <class V>
TALUS_HD TurningMoment<V> turningMoment(Rolling kind, const Constants<V>& c, const Touch<V>& t, const V& push,
                                        const Vec3<V>& angle, double dt) {
    using std::sqrt;
    const V arm_square = t.effective_radius * t.effective_radius;
    const V inertia = number<V>(0.4) * t.effective_mass * arm_square;
    const bool springs = kind == Rolling::Spring;
    const V stiffness = springs ? c.rolling_stiffness * arm_square : V(0);
    const V dashpot = springs ? c.rolling_damping * sqrt(stiffness * inertia)
                              : (dt > 0 ? inertia * number<V>(0.125 / dt) : V(0));
    const Vec3<V> trial_angle = springs ? angle + t.turning * number<V>(dt) : Vec3<V>{V(0), V(0), V(0)};
    const Vec3<V> trial = -(trial_angle * stiffness) - t.turning * dashpot;

    const V along = dot(trial, t.normal);
    const Vec3<V> twist = t.normal * along, roll = trial - twist;
    const V reach = t.effective_radius * push;
    const auto limited = [&](const Vec3<V>& m, const V& coefficient) {
        const V limit = coefficient * reach, square = squaredLength(m);
        return m * select<V>(square > limit * limit, limit / sqrt(square), V(1));
    };
    TurningMoment<V> out;
    out.moment = limited(roll, c.rolling_friction) + limited(twist, c.twisting_friction);
    out.angle = trial_angle;
    if (springs) {
        // The angle with which spring plus dashpot give the limited moment.
        const V compliance = select<V>(stiffness > V(0), V(1) / stiffness, V(0));
        out.angle = (out.moment + t.turning * dashpot) * -compliance;
    }
    return out;
}

}  // namespace talus::grains
