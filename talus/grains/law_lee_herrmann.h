#pragma once
#include "talus/grains/law.h"

namespace talus::grains {

/// Lee and Herrmann, "Angle of repose and angle of marginal stability: molecular dynamics of granular
/// media" (1993), in the form of the thesis: F_n = k_n d^(3/2) - gamma_n m_e v_n.
struct LeeHerrmann {
    static constexpr bool keeps_force = false;  ///< the history is a displacement
    static constexpr bool acts_apart = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        return {.elastic = c.stiffness * t.overlap * sqrt(t.overlap),
                .dashpot = c.damping * t.effective_mass,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping * t.effective_mass};
    }
};

}  // namespace talus::grains
