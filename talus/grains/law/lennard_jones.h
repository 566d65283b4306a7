#pragma once
#include "talus/grains/law/common_formulas.h"
#include "talus/grains/law/law_row.h"

namespace talus::grains {

/// Short-range repulsion and longer-range attraction between surfaces, as Luciani, Habibi and Manzotti's
/// multi-scale model of granular materials suggests for moist sand. With s the gap and r = sigma + s,
///   F = 24 epsilon / r (2 (sigma/r)^12 - (sigma/r)^6) - F(cut-off),   for s < cut-off,
/// so the potential of a pair is zero where the surfaces just touch, and the equilibrium is at a gap of
/// (2^(1/6) - 1) sigma. The force at the cut-off is subtracted at every distance, so that the force ends
/// without a jump. Below r = 0.7 sigma the force is that at 0.7 sigma, a hundred times the repulsion at
/// contact: no reasonable time step lets grains overlap that deeply.
struct LennardJones : ContactLaw {
    static constexpr std::string_view name = "lennard-jones";
    static constexpr std::string_view line = "repulsion and attraction across a gap";
    static constexpr bool acts_across_gaps = true;
    static constexpr double core = 0.7;  ///< in units of sigma

    template <class V>
    TALUS_HD static Response<V> respond(const Constants<V>& c, const Touch<V>& t) {
        const V distance = c.length - t.overlap, min_distance = c.length * number<V>(core);
        const V r = select<V>(distance > min_distance, distance, min_distance);
        const V q = c.length / r, q2 = q * q, q6 = q2 * q2 * q2;
        const V scale = V(24) * c.stiffness / r;
        return {.elastic = scale * V(2) * q6 * q6,
                .dashpot = c.damping,
                .shear_stiffness = c.shear_stiffness,
                .shear_dashpot = c.shear_damping,
                .pull = scale * q6 + c.cut_force};
    }

    static void setConstants(const Contact& contact, LawConstants& law) {
        law.stiffness = contact.epsilon;
        law.length = contact.sigma;
        law.damping = contact.normal_damping;
        law.shear_damping = contact.shear_damping;
        law.range = contact.cutoff;
        Touch<double> at_cutoff;
        at_cutoff.overlap = -contact.cutoff;
        const Response<double> end = respond<double>(law, at_cutoff);
        law.cut_force = end.elastic - end.pull;
    }
    static double normalTime(const LawConstants& law, double m_e, double, double speed) {
        // The curvature of the potential where the grains just touch is 456 epsilon / sigma^2. For an impact
        // with more energy than epsilon, that energy is used in place of epsilon.
        const double energy = std::max(0.5 * m_e * speed * speed, law.stiffness);
        return linearTime(m_e, 456 * energy / (law.length * law.length));
    }
    static double springEnergy(const LawConstants& law, double overlap, double, double, double history) {
        const double q = std::pow(law.length / (law.length - std::min(overlap, 0.3 * law.length)), 6);
        const double end = std::pow(law.length / (law.length + law.range), 6);
        const double lowest = 4 * law.stiffness * (end * end - end);
        return 4 * law.stiffness * (q * q - q) - lowest + law.cut_force * (-overlap - law.range) +
               (overlap > 0 ? shearEnergy(law, history) : 0);
    }
    static std::vector<LawKey> keys() {
        using settings::above;
        using settings::parameter;
        const auto well = [](settings::Parameter row) { return LawKey{KeyGroup::Stiffness, std::move(row)}; };
        return {
            well(parameter(
                &Contact::epsilon,
                {.key = "epsilon", .unit = "J", .range = above(0), .doc = "Depth of the potential's well."})),
            well(parameter(&Contact::sigma,
                           {.key = "sigma",
                            .unit = "m",
                            .range = above(0),
                            .doc = "Width of the well: grains rest at a gap of 0.122 sigma."})),
            well(parameter(&Contact::cutoff, {.key = "cutoff",
                                              .unit = "m",
                                              .range = above(0),
                                              .doc = "Gap at which the attraction ends; 1.5 to 3 sigma."})),
            law_keys::shearStiffness(),
            law_keys::constantNormalDamping(),
            law_keys::constantShearDamping()};
    }
};

}  // namespace talus::grains
