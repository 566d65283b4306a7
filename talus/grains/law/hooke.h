#pragma once
#include "talus/grains/law/common_formulas.h"
#include "talus/grains/law/law_row.h"

namespace talus::grains {

/// A linear spring with dashpots proportional to the effective mass: F_n = k_n d - gamma_n m_e v_n, F_t =
/// -k_s xi - gamma_s m_e v_t (Silbert and others, Phys. Rev. E 64 (2001) 051302, Hookean contacts). This is
/// the law of LAMMPS' gran/hooke/history, and without a tangential spring that of gran/hooke.
struct Hooke : ContactLaw {
    static constexpr std::string_view name = "hooke";
    static constexpr std::string_view line = "the same spring with given damping, proportional to mass";

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        return {.elastic = c.stiffness * t.overlap,
                .dashpot = c.damping * t.effective_mass,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping * t.effective_mass};
    }

    static void setConstants(const Contact& contact, LawConstants& law) {
        law.damping = contact.normal_damping;
        law.shear_damping = contact.shear_damping;
    }
    static double normalTime(const LawConstants& law, double m_e, double, double) {
        // Above critical damping the dashpot has the shorter time: it stops the pair at the rate gamma_n
        // (tangentially 7/2 gamma_s, because grains also rotate). At critical damping both times are equal.
        const double time = linearTime(m_e, normalStiffness(law, m_e)),
                     rate = std::max(law.damping, 3.5 * law.shear_damping);
        return rate > 0 ? std::min(time, 2 * std::numbers::pi / rate) : time;
    }
    static double springEnergy(const LawConstants& law, double overlap, double m_e, double, double history) {
        return linearEnergy(law, overlap, m_e, history);
    }
    static std::vector<LawKey> keys() {
        return {law_keys::stiffness("N/m", "Normal stiffness k_n: force over overlap."),
                law_keys::shearStiffness(), law_keys::normalDampingByMass(), law_keys::shearDampingByMass()};
    }
};

}  // namespace talus::grains
