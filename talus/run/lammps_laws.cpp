#include "talus/run/lammps_laws.h"

#include <cmath>

#include <fmt/format.h>

namespace talus::run {

std::string LammpsLaw::text() const {
    std::string text = fmt::format("{} {} {} damping {} tangential ", hertz ? "hertz" : "hooke", stiffness,
                                   damping_value, damping);
    if (shear_stiffness > 0)
        text += fmt::format("{} {} {} {}", keeps_force ? "mindlin/force" : "linear_history", shear_stiffness,
                            shear_ratio, friction);
    else
        text += fmt::format("linear_nohistory {} {}", shear_ratio, friction);
    return text + (limit_damping ? " limit_damping" : "");
}

bool needsRadius(const grains::LawConstants& law, bool curved) {
    using grains::Law;
    return law.law == Law::LeeHerrmann || law.law == Law::Bell || (law.law == Law::HertzMindlin && curved) ||
           law.stiffness_per_kg > 0;
}

namespace {

/// `damping tsuji` for the dashpot c sqrt(m_e S), S the stiffness of the spring at this overlap.
void setTsuji(double coefficient, LammpsLaw& out) {
    out.damping = coefficient > 0 ? "tsuji" : "velocity";
    out.damping_value = coefficient > 0 ? tsujiArgument(coefficient) : 0;
}

/// The normal force. @return the shear dashpot that LAMMPS makes of `shear_ratio` = 1, over the one that
/// Talus makes of `shear_damping` = `damping`: both grow alike with mass and overlap
double setNormal(const grains::LawConstants& law, const Touching& touching, LammpsLaw& out) {
    using grains::Law;
    switch (law.law) {
        case Law::LeeHerrmann:
            out.hertz = true;
            out.stiffness = law.stiffness / std::sqrt(touching.their_radius);
            out.damping = "mass_velocity";
            out.damping_value = law.damping;
            return 1;
        case Law::Linear:
            out.stiffness = law.stiffness;
            setTsuji(law.damping, out);
            return std::sqrt(law.shear_stiffness / law.stiffness);
        case Law::Hooke:
            out.stiffness = law.stiffness;
            out.damping = "mass_velocity";
            out.damping_value = law.damping;
            return 1;
        case Law::HertzMindlin: {
            // Theirs: K a d and k a with a = sqrt(R d); ours: 2/3 S a d and k a, S = 2 E*.
            const double radii =
                touching.their_radius > 0 ? std::sqrt(touching.our_radius / touching.their_radius) : 1;
            out.hertz = true;
            out.keeps_force = true;
            out.stiffness = 2.0 / 3 * law.stiffness * radii;
            out.shear_stiffness = law.shear_stiffness * radii;
            setTsuji(law.damping * std::sqrt(1.5), out);  // their dashpot has sqrt(K a), ours sqrt(S a)
            return std::sqrt(law.shear_stiffness / law.stiffness);
        }
        case Law::Bell: {
            // Theirs: K sqrt(R) d^(3/2) and g m_e sqrt(R d).
            const double root = std::sqrt(touching.their_radius);
            out.hertz = true;
            out.stiffness = (law.stiffness + law.stiffness_per_kg * touching.mass) / root;
            out.damping = "viscoelastic";
            out.damping_value = (law.damping / touching.mass + law.damping_per_kg) / root;
            return 1;
        }
        case Law::BellLinear:
            out.stiffness = law.stiffness + law.stiffness_per_kg * touching.mass;
            out.damping = "velocity";
            out.damping_value = law.damping + law.damping_per_kg * touching.mass;
            return 1;
        case Law::LennardJones: return 1;
    }
    return 1;
}

/// What LAMMPS would compute in another way than the law asks for.
void noteOther(const grains::LawConstants& law, bool damped, std::set<std::string>& refused) {
    using grains::Law;
    if (law.law == Law::LennardJones)
        refused.insert("the law \"lennard-jones\" has no counterpart there; use another law");
    else if (law.shear_damping > 0 && law.law == Law::Bell)
        refused.insert(
            "the shear dashpot of \"bell\" is constant, and LAMMPS' grows with the overlap; set "
            "shear_damping = "
            "0, or use \"bell-linear\"");
    else if (law.shear_damping > 0 && !damped)
        refused.insert(
            "shear_damping without normal_damping: LAMMPS' shear dashpot is a multiple of the normal one; "
            "set "
            "shear_damping = 0, or normal_damping above 0");
    if (law.dashpot_share != 1 && law.shear_damping > 0)
        refused.insert(
            "cap = \"spring\": LAMMPS holds spring and dashpot together to the Coulomb limit; set cap = "
            "\"total\", or take the shear dashpot out");
    if (law.friction > 1e4) refused.insert("a friction above 10000, which LAMMPS does not take; lower it");
}

}  // namespace

LammpsLaw lammpsLaw(const grains::LawConstants& law, const Touching& touching,
                    std::set<std::string>& refused) {
    LammpsLaw out;
    out.damping = "velocity";
    out.shear_stiffness = law.shear_stiffness;
    out.friction = law.friction;
    out.limit_damping = law.least_normal == 0;
    const double scale = setNormal(law, touching, out);
    // Bell's dashpot may follow from a contact time: what counts is what came out.
    const double normal = law.law == grains::Law::BellLinear ? out.damping_value : law.damping;
    noteOther(law, normal > 0, refused);
    if (law.shear_damping > 0 && normal > 0) out.shear_ratio = scale * law.shear_damping / normal;
    return out;
}

double tsujiArgument(double coefficient) {
    const auto made = [](double e) {
        return 1.2728 - 4.2783 * e + 11.087 * e * e - 22.348 * e * e * e + 27.467 * std::pow(e, 4) -
               18.022 * std::pow(e, 5) + 4.8218 * std::pow(e, 6);
    };
    TALUS_ASSERT(coefficient > 0, "without damping there is nothing to invert");
    // The polynomial falls, from 1.27 at 0 to below 0 at 1.01; to the left of 0 it grows without bound.
    double low = -1, high = 1.01;
    while (made(low) < coefficient) low *= 2;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (made(middle) > coefficient ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace talus::run
