#pragma once
#include "talus/grains/cohesion.h"
#include "talus/grains/law.h"

namespace talus::grains {

/// Hertz (1882) and Mindlin (1949): with a the radius of the contact, a^2 = R_e d,
///   F_n = 4/3 E* a d - 2 z sqrt(S_n m_e) v_n,  S_n = 2 E* a,   k_t = 8 G* a,
/// 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2, 1/G* = (2 - nu_1)/G_1 + (2 - nu_2)/G_2. The damping is that of
/// Tsuji, Tanaka, Ishida (1992), whose restitution does not depend on the speed. k_t changes with a, so the
/// history is the shear force itself, grown by k_t v_t dt: a displacement times the new k_t would create
/// energy while the grains part.
struct HertzMindlin {
    static constexpr bool keeps_force = true;
    static constexpr bool acts_apart = false;

    template <class V>
    TALUS_HD static Response<V> respondOverContact(const Constants<V>& c, const Touch<V>& t, const V& a,
                                                   const V& elastic) {
        using std::sqrt;
        const V shear = c.shear_stiffness * a;
        return {.elastic = elastic,
                .dashpot = c.damping * sqrt(c.stiffness * a * t.effective_mass),
                .shear_stiffness = shear,
                .shear_dashpot = c.shear_damping * sqrt(shear * t.effective_mass)};
    }

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        const V a = sqrt(t.effective_radius * t.overlap);
        return respondOverContact(c, t, a, c.stiffness * a * t.overlap * number<V>(2.0 / 3.0));
    }
};

}  // namespace talus::grains
