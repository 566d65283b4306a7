#pragma once
#include "talus/grains/law/common_formulas.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/law/restitution.h"

namespace talus::grains {

/// Cundall and Strack (1979): F_n = k_n d - 2 z sqrt(k_n m_e) v_n, z the damping ratio that gives the
/// contact's restitution (restitution.h).
struct Linear : ContactLaw {
    static constexpr std::string_view name = "linear";
    static constexpr std::string_view line = "spring and dashpot of a given restitution";
    static constexpr bool depends_on_speed = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        return {.elastic = c.stiffness * t.overlap,
                .dashpot = c.damping * sqrt(c.stiffness * t.effective_mass),
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping * sqrt(c.shear_stiffness * t.effective_mass)};
    }

    static void setConstants(const Contact& contact, LawConstants& law) {
        law.damping = 2 * dampingRatio(contact.restitution, contact.adhesionless);
        law.shear_damping = contact.shear_dashpot ? law.damping : 0;
    }
    static bool asksForRestitution(const Contact&) { return true; }
    static double normalTime(const LawConstants& law, double m_e, double, double) {
        return linearTime(m_e, normalStiffness(law, m_e));
    }
    static double springEnergy(const LawConstants& law, double overlap, double m_e, double, double history) {
        return linearEnergy(law, overlap, m_e, history);
    }
    static std::vector<LawKey> keys() {
        return {law_keys::stiffness("N/m", "Normal stiffness k_n: force over overlap."),
                law_keys::shearStiffness(), law_keys::shearDashpot(), law_keys::restitution()};
    }
};

}  // namespace talus::grains
