#pragma once
#include "talus/grains/law.h"

namespace talus::grains {

/// Bell, Yu, Mucha, "Particle-based simulation of granular materials" (2005), eq. 3 with alpha = 1/2,
/// beta = 3/2: F_n = k_r d^(3/2) - k_d d^(1/2) v_n (Kuwabara and Kono 1987). Shear: viscous up to the Coulomb
/// limit, -min(mu F_n, k_t |v_t|) v_t / |v_t|, with a spring beside it where shear_stiffness > 0. k_r and k_d
/// may be in proportion to m_e: then every pair has the restitution and the contact time asked for.
struct Bell {
    static constexpr bool keeps_force = false;
    static constexpr bool acts_apart = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        const V root = sqrt(t.overlap);
        return {.elastic = (c.stiffness + c.stiffness_per_kg * t.effective_mass) * t.overlap * root,
                .dashpot = (c.damping + c.damping_per_kg * t.effective_mass) * root,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping};
    }
};

/// The same with alpha = 0, beta = 1: F_n = k_r d - k_d v_n.
struct BellLinear {
    static constexpr bool keeps_force = false;
    static constexpr bool acts_apart = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        return {.elastic = (c.stiffness + c.stiffness_per_kg * t.effective_mass) * t.overlap,
                .dashpot = c.damping + c.damping_per_kg * t.effective_mass,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping};
    }
};

}  // namespace talus::grains
