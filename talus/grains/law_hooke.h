#pragma once
#include "talus/grains/law.h"

namespace talus::grains {

/// A linear spring with dashpots in proportion to the effective mass: F_n = k_n d - gamma_n m_e v_n, along
/// the surfaces -k_s xi - gamma_s m_e v_t (Silbert and others, Phys. Rev. E 64 (2001) 051302, Hookean
/// contacts). It is the law of LAMMPS' gran/hooke/history, and without a shear spring that of gran/hooke.
struct Hooke {
    static constexpr bool keeps_force = false;
    static constexpr bool acts_apart = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        return {.elastic = c.stiffness * t.overlap,
                .dashpot = c.damping * t.effective_mass,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping * t.effective_mass};
    }
};

}  // namespace talus::grains
