#pragma once
#include "talus/grains/pair_force.h"
#include "talus/math/quad.h"

namespace talus::grains {

/// Two packed grains (block_grains.h) put together. The fourth numbers of place and motion add up, those of
/// turning are subtracted, so that both radii can be had from three combined loads.
template <class V>
struct Together {
    Vec3<V> apart;        ///< x_i - x_j
    V reach;              ///< a_i + a_j
    Vec3<V> motion;       ///< v_i - v_j
    V inverse_mass;       ///< 1/m_i + 1/m_j
    Vec3<V> surface;      ///< a_i w_i + a_j w_j
    V radius_difference;  ///< a_i - a_j
};

/// They in the terms of the law.
template <class V>
Touch<V> touchOf(const Together<V>& pair, bool spin) {
    using std::sqrt;
    const V square = squaredLength(pair.apart), distance = sqrt(square);
    // One division for two reciprocals: divisions and roots are most of what the loop waits for.
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

/// Torques of a shear force at the contact point, which is half the overlap inside of each surface: so the
/// angular momentum of a pair is conserved (and the arms are those of LAMMPS).
template <class V>
struct Torques {
    Vec3<V> on_i, on_j;
};
template <class V>
Torques<V> torquesOf(const Together<V>& pair, const Touch<V>& touch, const Vec3<V>& shear) {
    const Vec3<V> moment = cross(touch.normal, shear);
    const V arm_i = (pair.reach + pair.radius_difference - touch.overlap) * number<V>(-0.5);
    const V arm_j = (pair.reach - pair.radius_difference - touch.overlap) * number<V>(-0.5);
    return {moment * arm_i, moment * arm_j};
}

}  // namespace talus::grains
