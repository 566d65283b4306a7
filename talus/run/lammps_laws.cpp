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
    return law.law == grains::Law::LeeHerrmann || (law.law == grains::Law::HertzMindlin && curved);
}

namespace {

/// `damping tsuji` for the dashpot c sqrt(m_e S), S the stiffness of the spring at this overlap.
void setTsuji(double coefficient, LammpsLaw& out) {
    out.damping = coefficient > 0 ? "tsuji" : "velocity";
    out.damping_value = coefficient > 0 ? tsujiArgument(coefficient) : 0;
}

}  // namespace

LammpsLaw lammpsLaw(const grains::LawConstants& law, EffectiveRadius radius, std::set<std::string>& missing) {
    LammpsLaw out;
    out.damping = "velocity";
    out.shear_stiffness = law.shear_stiffness;
    out.friction = law.friction;
    out.limit_damping = law.least_normal == 0;
    // Both dashpots grow alike with mass and overlap, so their ratio is a constant: x = damping_ratio *
    // scale.
    double scale = 1;
    if (law.law == grains::Law::LeeHerrmann) {
        out.hertz = true;
        out.stiffness = law.stiffness / std::sqrt(radius.theirs);
        out.damping = "mass_velocity";
        out.damping_value = law.damping;
    } else if (law.law == grains::Law::Linear) {
        out.stiffness = law.stiffness;
        setTsuji(law.damping, out);
        scale = std::sqrt(law.shear_stiffness / law.stiffness);
    } else if (law.law == grains::Law::HertzMindlin) {
        // Theirs: K a d and k a with a = sqrt(R d); ours: 2/3 S a d and k a, S = 2 E*.
        const double radii = radius.theirs > 0 ? std::sqrt(radius.ours / radius.theirs) : 1;
        out.hertz = true;
        out.keeps_force = true;
        out.stiffness = 2.0 / 3 * law.stiffness * radii;
        out.shear_stiffness = law.shear_stiffness * radii;
        setTsuji(law.damping * std::sqrt(1.5), out);  // their dashpot has sqrt(K a), ours sqrt(S a)
        scale = std::sqrt(law.shear_stiffness / law.stiffness);
    } else {
        missing.insert("its law has no counterpart there");
        return out;
    }
    if (law.shear_damping > 0 && law.damping > 0)
        out.shear_ratio = scale * law.shear_damping / law.damping;
    else if (law.shear_damping > 0)
        missing.insert(
            "shear_damping without normal_damping: LAMMPS' shear dashpot is a multiple of the normal one");
    if (law.dashpot_share != 1 && law.shear_damping > 0)
        missing.insert("cap = \"spring\": LAMMPS holds spring and dashpot together to the Coulomb limit");
    if (law.friction > 1e4) missing.insert("a friction above 10000");
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
