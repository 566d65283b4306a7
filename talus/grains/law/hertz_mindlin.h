#pragma once
#include "talus/grains/law/cohesion.h"
#include "talus/grains/law/common_formulas.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/law/restitution.h"

namespace talus::grains {

/// Hertz (1882) and Mindlin (1949). With the contact radius a, a^2 = R_e d:
///   F_n = 4/3 E* a d - 2 z sqrt(S_n m_e) v_n,  S_n = 2 E* a,   k_t = 8 G* a,
/// 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2, 1/G* = (2 - nu_1)/G_1 + (2 - nu_2)/G_2. The damping is that of
/// Tsuji, Tanaka, Ishida (1992); its restitution does not depend on the speed. Because k_t changes with a,
/// the history is the tangential force itself, with the increment k_t v_t dt: a displacement times the new
/// k_t would create energy while the grains separate.
struct HertzMindlin : ContactLaw {
    static constexpr std::string_view name = "hertz-mindlin";
    static constexpr std::string_view line = "elastic spheres of a given restitution";
    static constexpr bool history_is_force = true;

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

    /// With a JKR neck (cohesion.h): repulsion of the contact area and attraction of its rim,
    /// F = 4/3 E* a^3/R - 4 E* k a^(3/2).
    template <class V>
    TALUS_HD static Response<V> respondWithNeck(const Constants<V>& c, const Touch<V>& t) {
        using std::sqrt;
        const V a = jkrContactRadius(c.adhesion, t.effective_radius, t.overlap);
        const V area = number<V>(2.0 / 3.0) * c.stiffness * a * a * a / t.effective_radius;
        const V rim = V(2) * c.stiffness * c.adhesion * a * sqrt(a);
        Response<V> response = respondOverContact(c, t, a, area);
        response.pull = rim;
        return response;
    }

    static double shearModulus(double young, double poisson) { return young / (2 * (1 + poisson)); }

    static void setConstants(const Contact& contact, LawConstants& law) {
        const double e1 = contact.young, nu1 = contact.poisson;
        const double e2 = contact.young_second.value_or(e1), nu2 = contact.poisson_second.value_or(nu1);
        law.stiffness = 2 / ((1 - nu1 * nu1) / e1 + (1 - nu2 * nu2) / e2);
        law.shear_stiffness = contact.mindlin_factor * 8 /
                              ((2 - nu1) / shearModulus(e1, nu1) + (2 - nu2) / shearModulus(e2, nu2));
        law.shear_compliance = 1;  // the history is a force
        law.damping = 2 * hertzDampingRatio(contact.restitution, contact.adhesionless);
        // The tangential force is not clamped, so this is the formula that allows tensile force, as in Tsuji
        // and others.
        law.shear_damping = contact.shear_dashpot ? 2 * hertzDampingRatio(contact.restitution, false) : 0;
    }
    static bool asksForRestitution(const Contact&) { return true; }
    static std::string_view stiffnessKey(const Contact&) { return "young"; }

    /// k of F = k d^(3/2).
    static double hertzStiffness(const LawConstants& law, double m_e, double r_e) {
        return 2.0 / 3.0 * normalStiffness(law, m_e) * std::sqrt(r_e);
    }
    static double normalTime(const LawConstants& law, double m_e, double r_e, double speed) {
        return hertzTime(m_e, hertzStiffness(law, m_e, r_e), speed);
    }
    /// k_t at the deepest point of the impact.
    static double shearStiffness(const LawConstants& law, double m_e, double r_e, double speed) {
        const double deepest = std::pow(1.25 * m_e * speed * speed / hertzStiffness(law, m_e, r_e), 0.4);
        return law.shear_stiffness * std::sqrt(r_e * deepest);
    }
    static double springEnergy(const LawConstants& law, double overlap, double, double r_e, double history) {
        const double d = std::max(0.0, overlap), a = std::sqrt(r_e * d);
        const double stiffness = law.shear_stiffness * a;
        const double held = stiffness > 0 ? 0.5 * history * history / stiffness : 0;
        return 4.0 / 15.0 * law.stiffness * a * d * d + held;
    }

    static std::vector<LawKey> keys();
};

inline std::vector<LawKey> HertzMindlin::keys() {
    using settings::above;
    using settings::parameter;
    constexpr settings::Range poisson{.min = -1, .max = 0.5, .open_min = true};
    const auto elastic = [](settings::Parameter row) { return LawKey{KeyGroup::Stiffness, std::move(row)}; };
    return {
        elastic(parameter(&Contact::young, {.key = "young",
                                            .unit = "Pa",
                                            .range = above(0),
                                            .doc = "Young's modulus of the first material."})),
        elastic(
            parameter(&Contact::poisson,
                      {.key = "poisson", .range = poisson, .doc = "Poisson's ratio of the first material."})),
        elastic(parameter(&Contact::young_second,
                          {.key = "young_second",
                           .unit = "Pa",
                           .range = above(0),
                           .absent = "same",
                           .doc = "Young's modulus of the other material; \"same\": as the first."})),
        elastic(parameter(&Contact::poisson_second,
                          {.key = "poisson_second",
                           .range = poisson,
                           .absent = "same",
                           .doc = "Poisson's ratio of the other material; \"same\": as the first."})),
        elastic(parameter(&Contact::mindlin_factor,
                          {.key = "mindlin_factor",
                           .range = above(0),
                           .doc = "Tangential stiffness over that of Mindlin's theory: k_t is this times 8 "
                                  "G* times the radius of the contact."})),
        law_keys::shearDashpot(),
        law_keys::restitution()};
}

}  // namespace talus::grains
