#pragma once
#include "talus/grains/law.h"

namespace talus::grains {

/// Cundall and Strack (1979): F_n = k_n d - 2 z sqrt(k_n m_e) v_n, z the damping ratio that gives the
/// restitution asked for (restitution.h).
struct Linear {
    static constexpr bool keeps_force = false;
    static constexpr bool acts_apart = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        return {.elastic = c.stiffness * t.overlap,
                .dashpot = c.damping * sqrt(c.stiffness * t.effective_mass),
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping * sqrt(c.shear_stiffness * t.effective_mass)};
    }
};

}  // namespace talus::grains
