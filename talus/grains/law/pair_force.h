#pragma once
#include "talus/grains/law/cohesion.h"
#include "talus/grains/law/rolling.h"

namespace talus::grains {

/// A law that has a formula for a JKR neck between the bodies (cohesion = "jkr").
template <class Law>
concept HasNeck = requires(const Constants<double>& c, const Touch<double>& t) {
    Law::respondWithNeck(c, t);
};

/// The force on the first body; the force on the second is exactly the opposite.
template <class V>
struct PairForce {
    Vec3<V> force;    ///< [N]
    Vec3<V> shear;    ///< the tangential part of force [N]
    Vec3<V> history;  ///< elongation of the tangential spring after this step [m], or its force [N]
    V push;           ///< the repulsive part of the normal force [N]
};

/// Rotates the history with the contact plane: projects it onto the new plane and restores its length. If q
/// is the share of the squared length that the projection removes, the projection is scaled by 1/sqrt(1 - q).
/// Planes rotate little in a step: below q = 1e-4 four terms of the series are exact to the last bit (35/128
/// q^4 < 3e-17), and faster than a root.
template <class V>
TALUS_HD Vec3<V> rotateHistory(const Vec3<V>& history, const Vec3<V>& normal) {
    using std::sqrt;
    const V along = dot(history, normal), square = squaredLength(history);
    const Vec3<V> in_plane = history - normal * along;
    const V q = select<V>(square > V(0), along * along / square, V(0));
    V scale = V(1) + q * (number<V>(0.5) + q * (number<V>(0.375) + q * number<V>(0.3125)));
    const auto far = q > number<V>(1e-4);
    if (anyOf<V>(far)) {
        const V left = squaredLength(in_plane);
        scale = select<V>(far, select<V>(left > V(0), sqrt(square / left), V(0)), scale);
    }
    return in_plane * scale;
}

/// Force of one contact from the law's response. With x_t the history (rotateHistory) and the dashpot c_t:
///   F_n = elastic - dashpot v_n,   F_t = -k_t x_t - c_t v_t,   |F_t| <= mu F_n.
/// The Coulomb limit applies to spring plus dashpot, or to the spring alone (dashpot_share). All operations
/// are odd in (normal, velocity, history), so swapping the bodies gives the same bits with opposite sign:
/// Newton's third law holds exactly.
/// @param history of the tangential spring before this step, for the first body
template <class Law, class V>
TALUS_HD PairForce<V> contactForce(const Constants<V>& c, const Touch<V>& touch, const Response<V>& response,
                                   const Vec3<V>& history, double dt) {
    using std::sqrt;
    const V v_n = dot(touch.velocity, touch.normal);
    const Vec3<V> v_t = touch.velocity - touch.normal * v_n;
    const V repulsion = response.elastic - response.dashpot * v_n;
    const V normal_force = select<V>(repulsion > c.min_normal, repulsion, c.min_normal);

    // Spring force = stiffness * history. A history that is a force has stiffness 1 and the increment k_t v_t
    // dt.
    const V stiffness = Law::history_is_force ? V(1) : response.shear_stiffness;
    const V growth = Law::history_is_force ? response.shear_stiffness * number<V>(dt) : number<V>(dt);
    const Vec3<V> trial_history = rotateHistory(history, touch.normal) + v_t * growth;
    const Vec3<V> dashpot = v_t * -response.shear_dashpot;
    const Vec3<V> limited_dashpot = dashpot * c.dashpot_share;
    const Vec3<V> trial = limited_dashpot - trial_history * stiffness;

    const V limit = c.friction * select<V>(normal_force > V(0), normal_force, -normal_force);
    const V trial_square = squaredLength(trial);
    const auto slides = trial_square > limit * limit;
    Vec3<V> limited = trial, new_history = trial_history;
    if (anyOf<V>(slides)) {
        limited = trial * select<V>(slides, limit / sqrt(trial_square), V(1));
        const Vec3<V> relaxed = (limited_dashpot - limited) * c.shear_compliance;
        new_history = {select<V>(slides, relaxed.x, trial_history.x),
                       select<V>(slides, relaxed.y, trial_history.y),
                       select<V>(slides, relaxed.z, trial_history.z)};
    }

    PairForce<V> out;
    out.push = normal_force;
    out.shear = limited + (dashpot - limited_dashpot);
    out.force = touch.normal * (normal_force - response.pull) + out.shear;
    out.history = new_history;
    return out;
}

/// Force of a contact without cohesion, by a law that does not act across gaps. @pre overlap > 0 in lanes
/// that are used
template <class Law, class V>
TALUS_HD PairForce<V> pairForce(const Constants<V>& c, const Touch<V>& touch, const Vec3<V>& history,
                                double dt) {
    return contactForce<Law>(c, touch, Law::respond(c, touch), history, dt);
}

/// Force of a contact with cohesion, or by a law that acts across gaps. Across a gap there is the attraction,
/// and the elastic force if the law acts across gaps; there is no damping and no
/// tangential force. A JKR neck counts as contact across a gap too.
template <class Law, class V>
TALUS_HD PairForce<V> cohesiveForce(Cohesion cohesion, const Constants<V>& c, const Touch<V>& touch,
                                    const Vec3<V>& history, double dt) {
    const V zero(0);
    Response<V> response = Law::respond(c, touch);
    const auto in_contact = touch.overlap > zero;
    if constexpr (HasNeck<Law>)
        if (cohesion == Cohesion::Jkr)
            return contactForce<Law>(c, touch, Law::respondWithNeck(c, touch), history, dt);
    const auto onlyInContact = [&](const V& v) { return select<V>(in_contact, v, zero); };
    if constexpr (!Law::acts_across_gaps) response.elastic = onlyInContact(response.elastic);
    response.dashpot = onlyInContact(response.dashpot);
    response.shear_stiffness = onlyInContact(response.shear_stiffness);
    response.shear_dashpot = onlyInContact(response.shear_dashpot);
    response.pull = response.pull + pullOf(cohesion, c, touch);
    PairForce<V> out = contactForce<Law>(c, touch, response, history, dt);
    if constexpr (Law::acts_across_gaps) {
        // Repulsion across a gap causes no friction.
        out.force = out.force - out.shear;
        out.shear = {onlyInContact(out.shear.x), onlyInContact(out.shear.y), onlyInContact(out.shear.z)};
        out.force = out.force + out.shear;
    }
    out.history = {onlyInContact(out.history.x), onlyInContact(out.history.y), onlyInContact(out.history.z)};
    return out;
}

/// Whether a pair acts: it is in contact, or its gap is less than the range. With hasMemory(), a pair with a
/// gap acts only if it acted before.
template <class V>
TALUS_HD typename Lanes<V>::Mask acts(const LawConstants& law, const Constants<V>& c, const Touch<V>& touch,
                                      const typename Lanes<V>::Mask& before) {
    if (law.cohesion == Cohesion::Jkr)
        return touch.overlap > V(0) ||
               (before && touch.overlap > jkrTear(c.adhesion, touch.effective_radius));
    if (law.hasMemory()) return touch.overlap > V(0) || (before && touch.overlap > -c.range);
    return touch.overlap > -c.range;
}

/// Result of a contact: force, tangential spring, and resistance to rolling and twisting.
template <class V>
struct Interaction {
    Vec3<V> force;    ///< on the first body [N]
    Vec3<V> shear;    ///< the tangential part of force [N]
    Vec3<V> history;  ///< of the tangential spring after this step
    Vec3<V> moment;   ///< rolling and twisting moment on the first body [N m]
    Vec3<V> angle;    ///< of the spring against rolling and twisting [rad]
};

/// Computes a contact. @pre acts()
template <class Law, class V>
TALUS_HD Interaction<V> interact(const LawConstants& law, const Constants<V>& c, const Touch<V>& touch,
                                 const Vec3<V>& history, const Vec3<V>& angle, double dt) {
    const PairForce<V> pair = law.cohesion == Cohesion::None && !Law::acts_across_gaps
                                  ? pairForce<Law>(c, touch, history, dt)
                                  : cohesiveForce<Law>(law.cohesion, c, touch, history, dt);
    const V zero(0);
    Interaction<V> out{pair.force, pair.shear, pair.history, {zero, zero, zero}, {zero, zero, zero}};
    if (law.rolling == Rolling::None) return out;
    const V push = select<V>(touch.overlap > zero && pair.push > zero, pair.push, zero);
    const TurningMoment<V> turning = turningMoment(law.rolling, c, touch, push, angle, dt);
    out.moment = turning.moment;
    out.angle = turning.angle;
    return out;
}

}  // namespace talus::grains
