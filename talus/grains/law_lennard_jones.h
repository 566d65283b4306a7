#pragma once
#include "talus/grains/law.h"

namespace talus::grains {

/// Short-range repulsion and longer-range attraction between surfaces, as Luciani, Habibi and Manzotti's
/// multi-scale model of granular materials suggests for moist sand. With s the gap and r = sigma + s,
///   F = 24 epsilon / r (2 (sigma/r)^12 - (sigma/r)^6) - F(cut-off),   for s < cut-off,
/// so that the potential of a pair crosses zero where the two just touch and they rest at a gap of
/// (2^(1/6) - 1) sigma. Taking the force at the cut-off off everywhere lets it end without a jump. Inside
/// of r = 0.7 sigma the force is that at 0.7 sigma: the grains are then deeper in each other than any
/// reasonable step lets them come.
struct LennardJones {
    static constexpr bool keeps_force = false;
    static constexpr bool acts_apart = true;
    static constexpr double core = 0.7;  ///< in units of sigma

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        const V wanted = c.length - t.overlap, least = c.length * number<V>(core);
        const V r = select<V>(wanted > least, wanted, least);
        const V q = c.length / r, q2 = q * q, q6 = q2 * q2 * q2;
        const V scale = V(24) * c.stiffness / r;
        return {.elastic = scale * V(2) * q6 * q6,
                .dashpot = c.damping,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping,
                .pull = scale * q6 + c.cut_force};
    }
};

}  // namespace talus::grains
