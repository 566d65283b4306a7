#pragma once
#include "talus/grains/law/pair_force.h"
#include "talus/math/quad.h"

namespace talus::grains {

/// Relative state of two packed grains (block_grains.h). The fourth components of position and of velocity
/// are added, that of the surface velocity is subtracted: both radii then follow from three loads per grain.
template <class V>
struct RelativeState {
    Vec3<V> apart;        ///< x_i - x_j
    V reach;              ///< a_i + a_j
    Vec3<V> motion;       ///< v_i - v_j
    V inverse_mass;       ///< 1/m_i + 1/m_j
    Vec3<V> surface;      ///< a_i w_i + a_j w_j
    V radius_difference;  ///< a_i - a_j
};

/// @param apart x_i - x_j
/// @param reach a_i + a_j
/// @param a the motion of i as block_grains.h packs it: v, 1/m; a w, a
template <class Real>
TALUS_HD RelativeState<Real> relativeState(const Vec3d& apart, double reach, const Octet<Real>& a,
                                           const Octet<Real>& b) {
    const Quad<Real> position = quad<Real>(apart, reach);
    return {.apart = position.xyz(),
            .reach = position.w,
            .motion = a.low.xyz() - b.low.xyz(),
            .inverse_mass = a.low.w + b.low.w,
            .surface = a.high.xyz() + b.high.xyz(),
            .radius_difference = a.high.w - b.high.w};
}

/// The pair as a contact law reads it.
template <class V>
TALUS_HD Touch<V> touchOf(const RelativeState<V>& pair, bool spin) {
    using std::sqrt;
    const V square = squaredLength(pair.apart), distance = sqrt(square);
    // One division gives two reciprocals: divisions and roots take most of the loop's time.
    const V reciprocal = V(1) / (square * pair.inverse_mass);
    Touch<V> touch;
    touch.overlap = pair.reach - distance;
    touch.normal = pair.apart * (distance * (reciprocal * pair.inverse_mass));
    touch.effective_mass = reciprocal * square;
    touch.effective_radius = (pair.reach * pair.reach - pair.radius_difference * pair.radius_difference) *
                             number<V>(0.25) / pair.reach;
    touch.velocity = spin ? pair.motion - cross(pair.surface, touch.normal) : pair.motion;
    return touch;
}

/// Torques of the tangential force. It acts at the contact point, half the overlap below each surface, so
/// that the angular momentum of the pair is conserved. LAMMPS uses the same lever arms.
template <class V>
struct Torques {
    Vec3<V> on_i, on_j;
};
template <class V>
TALUS_HD Torques<V> torquesOf(const RelativeState<V>& pair, const Touch<V>& touch, const Vec3<V>& shear) {
    const Vec3<V> moment = cross(touch.normal, shear);
    const V arm_i = (pair.reach + pair.radius_difference - touch.overlap) * number<V>(-0.5);
    const V arm_j = (pair.reach - pair.radius_difference - touch.overlap) * number<V>(-0.5);
    return {moment * arm_i, moment * arm_j};
}

/// State that a listed pair keeps from step to step.
template <class Real>
struct PairMemory {
    bool touching = false;  ///< whether the two acted on each other in the last step
    Vec3<Real> spring, angle;
};

/// Result of one listed pair in a step; all zero where the pair does not act.
template <class Real>
struct PairAction {
    PairMemory<Real> memory;  ///< after this step
    Vec3<Real> force;         ///< on i; the force on j is the opposite
    Torques<Real> torques;    ///< zero where grains do not spin
};

/// Computes one listed pair of grains. The scalar loops call this.
/// @param turning w_i - w_j; used only where contacts resist rolling or twisting
template <class List, class Real>
TALUS_HD PairAction<Real> actionOf(const RelativeState<Real>& pair, const LawConstants& law,
                                   const PairMemory<Real>& held, const Vec3<Real>& turning, bool spin,
                                   double dt) {
    const auto constants = Constants<Real>::gathered([&](auto c) { return static_cast<Real>(law.*c); });
    PairAction<Real> out;
    const Real reach = pair.reach + constants.range;
    if (!(squaredLength(pair.apart) < reach * reach)) return out;
    Touch<Real> touch = touchOf(pair, spin);
    out.memory.touching = law.isPlain() || acts<Real>(law, constants, touch, held.touching);
    if (!out.memory.touching) return out;
    touch.turning = turning;
    List::with(law.law, [&](auto chosen) {
        const auto found = interact<decltype(chosen)>(law, constants, touch, held.spring, held.angle, dt);
        out.memory.spring = found.history;
        out.memory.angle = found.angle;
        out.force = found.force;
        if (!spin) return;
        const Torques<Real> torques = torquesOf(pair, touch, found.shear);
        out.torques = {torques.on_i + found.moment, torques.on_j - found.moment};
    });
    return out;
}

}  // namespace talus::grains
