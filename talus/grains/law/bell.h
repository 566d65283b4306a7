#pragma once
#include "talus/grains/law/common_formulas.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/law/restitution.h"

namespace talus::grains {

/// Functions of both of Bell's laws. If contact_time is given, k_r and k_d are proportional to m_e, so that
/// every pair has the given restitution and contact time.
namespace bell {

/// @param hertzian alpha = 1/2, beta = 3/2
inline void setConstants(const Contact& contact, bool hertzian, LawConstants& law) {
    law.shear_damping = contact.shear_damping;
    if (!contact.contact_time) {
        law.damping = contact.normal_damping;
        return;
    }
    const SpecificStiffness solved = bellConstants(contact.restitution, *contact.contact_time,
                                                   contact.impact_speed, hertzian, contact.adhesionless);
    law.stiffness = 0;
    law.stiffness_per_kg = solved.stiffness;
    law.damping_per_kg = solved.damping;
}

inline std::string_view stiffnessKey(const Contact& contact) {
    return contact.contact_time ? "contact_time" : "stiffness";
}

}  // namespace bell

/// Bell, Yu, Mucha, "Particle-based simulation of granular materials" (2005), eq. 3 with alpha = 1/2,
/// beta = 3/2: F_n = k_r d^(3/2) - k_d d^(1/2) v_n (Kuwabara and Kono 1987). Tangential force: viscous up to
/// the Coulomb limit, -min(mu F_n, k_t |v_t|) v_t / |v_t|, in parallel with a spring where shear_stiffness >
/// 0.
struct Bell : ContactLaw {
    static constexpr std::string_view name = "bell";
    static constexpr std::string_view line = "viscous friction";

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        const V root = sqrt(t.overlap);
        return {.elastic = (c.stiffness + c.stiffness_per_kg * t.effective_mass) * t.overlap * root,
                .dashpot = (c.damping + c.damping_per_kg * t.effective_mass) * root,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping};
    }

    static void setConstants(const Contact& contact, LawConstants& law) {
        bell::setConstants(contact, true, law);
    }
    static bool asksForRestitution(const Contact& contact) { return contact.contact_time.has_value(); }
    static std::string_view stiffnessKey(const Contact& contact) { return bell::stiffnessKey(contact); }
    static double normalTime(const LawConstants& law, double m_e, double, double speed) {
        return hertzTime(m_e, normalStiffness(law, m_e), speed);
    }
    static double springEnergy(const LawConstants& law, double overlap, double m_e, double, double history) {
        return hertzEnergy(law, overlap, m_e, history);
    }
    static std::vector<LawKey> keys() {
        return {
            law_keys::stiffness("N/m^1.5", "k_r: force over overlap^1.5, where contact_time is \"none\"."),
            law_keys::shearStiffness(),
            law_keys::normalDamping("N s/m^1.5",
                                    "k_d: the damping force is k_d times overlap^0.5 times normal velocity, "
                                    "where contact_time is \"none\"."),
            law_keys::constantShearDamping(),
            law_keys::restitution(),
            law_keys::contactTime(),
            law_keys::impactSpeed()};
    }
};

/// Bell's law with alpha = 0, beta = 1: F_n = k_r d - k_d v_n.
struct BellLinear : ContactLaw {
    static constexpr std::string_view name = "bell-linear";
    static constexpr std::string_view line = Bell::line;
    static constexpr bool depends_on_speed = false;

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        return {.elastic = (c.stiffness + c.stiffness_per_kg * t.effective_mass) * t.overlap,
                .dashpot = c.damping + c.damping_per_kg * t.effective_mass,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping};
    }

    static void setConstants(const Contact& contact, LawConstants& law) {
        bell::setConstants(contact, false, law);
    }
    static bool asksForRestitution(const Contact& contact) { return contact.contact_time.has_value(); }
    static std::string_view stiffnessKey(const Contact& contact) { return bell::stiffnessKey(contact); }
    static double normalTime(const LawConstants& law, double m_e, double, double) {
        return linearTime(m_e, normalStiffness(law, m_e));
    }
    static double springEnergy(const LawConstants& law, double overlap, double m_e, double, double history) {
        return linearEnergy(law, overlap, m_e, history);
    }
    static std::vector<LawKey> keys() {
        return {law_keys::stiffness("N/m", "k_r: force over overlap, where contact_time is \"none\"."),
                law_keys::shearStiffness(),
                law_keys::constantNormalDamping(),
                law_keys::constantShearDamping(),
                law_keys::restitution(),
                law_keys::contactTime(),
                law_keys::impactSpeed()};
    }
};

}  // namespace talus::grains
