#pragma once
#include "talus/grains/law/laws.h"

namespace talus::testing_support {

/// A contact law from outside: Hunt and Crossley, "Coefficient of restitution interpreted as damping in
/// vibroimpact", J. Appl. Mech. 42 (1975) 440: F_n = k d^(3/2) (1 - 3/2 alpha v_n). This header is all of it;
/// what it takes beside is its row in OwnLaws.
struct HuntCrossley : grains::ContactLaw {
    static constexpr std::string_view name = "hunt-crossley";
    static constexpr std::string_view line = "overlap^1.5, damping in proportion to the force";

    template <class V>
    TALUS_HD static grains::Response<V> respond(const grains::Constants<V>& c, const grains::Touch<V>& t) {
        using std::sqrt;
        const V elastic = c.stiffness * t.overlap * sqrt(t.overlap);
        return {.elastic = elastic,
                .dashpot = c.damping * elastic,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = V(0)};
    }

    static void setConstants(const grains::Contact& contact, grains::LawConstants& law) {
        law.damping = 1.5 * contact.normal_damping;
    }
    static double normalTime(const grains::LawConstants& law, double m_e, double, double speed) {
        return grains::hertzTime(m_e, law.stiffness, speed);
    }
    static double springEnergy(const grains::LawConstants& law, double overlap, double m_e, double,
                               double history) {
        return grains::hertzEnergy(law, overlap, m_e, history);
    }
    static std::vector<grains::LawKey> keys() {
        namespace keys = grains::law_keys;
        return {keys::stiffness("N/m^1.5", "Normal stiffness k_n: force over overlap^1.5."),
                keys::shearStiffness(),
                keys::normalDamping("s/m", "alpha: by this times its speed an impact gives back less.")};
    }
};

using OwnLaws = grains::LawList<grains::LeeHerrmann, grains::Linear, grains::LennardJones, HuntCrossley>;

}  // namespace talus::testing_support
