#pragma once
#include "talus/grains/law/common_formulas.h"
#include "talus/grains/law/law_row.h"

namespace talus::grains {

/// Lee and Herrmann, "Angle of repose and angle of marginal stability: molecular dynamics of granular
/// media" (1993), in the form used in the thesis: F_n = k_n d^(3/2) - gamma_n m_e v_n.
struct LeeHerrmann : ContactLaw {
    static constexpr std::string_view name = "lee-herrmann";
    static constexpr std::string_view line = "overlap^1.5, viscous damping";

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        return {.elastic = c.stiffness * t.overlap * sqrt(t.overlap),
                .dashpot = c.damping * t.effective_mass,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping * t.effective_mass};
    }

    static void setConstants(const Contact& contact, LawConstants& law) {
        law.damping = contact.normal_damping;
        law.shear_damping = contact.shear_damping;
    }
    static double normalTime(const LawConstants& law, double m_e, double, double speed) {
        return hertzTime(m_e, normalStiffness(law, m_e), speed);
    }
    static double springEnergy(const LawConstants& law, double overlap, double m_e, double, double history) {
        return hertzEnergy(law, overlap, m_e, history);
    }
    static std::vector<LawKey> keys() {
        return {law_keys::stiffness("N/m^1.5", "Normal stiffness k_n: force over overlap^1.5."),
                law_keys::shearStiffness(), law_keys::normalDampingByMass(), law_keys::shearDampingByMass()};
    }
};

}  // namespace talus::grains
