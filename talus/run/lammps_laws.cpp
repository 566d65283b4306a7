#include "talus/run/lammps_laws.h"

#include <cmath>

#include <fmt/format.h>

namespace talus::run {

std::string LammpsLaw::text() const {
    std::string text =
        fmt::format("{} {} {} damping {}", hertz ? "hertz" : "hooke", stiffness, damping_value, damping);
    text += shear_stiffness > 0
                ? fmt::format(" tangential linear_history {} {} {}", shear_stiffness, shear_ratio, friction)
                : fmt::format(" tangential linear_nohistory {} {}", shear_ratio, friction);
    return text + (limit_damping ? " limit_damping" : "");
}

bool needsRadius(const grains::LawConstants& law) { return law.law == grains::Law::LeeHerrmann; }

LammpsLaw lammpsLaw(const grains::LawConstants& law, double radius, std::set<std::string>& missing) {
    LammpsLaw out;
    out.shear_stiffness = law.shear_stiffness;
    out.friction = law.friction;
    out.limit_damping = law.least_normal == 0;
    if (law.law == grains::Law::LeeHerrmann) {
        out.hertz = true;
        out.stiffness = law.stiffness / std::sqrt(radius);
        out.damping = "mass_velocity";
        out.damping_value = law.damping;
    } else if (law.law == grains::Law::Linear) {
        out.stiffness = law.stiffness;
        // Both have the form c sqrt(K m_e).
        out.damping = law.damping > 0 ? "tsuji" : "velocity";
        out.damping_value = law.damping > 0 ? tsujiArgument(law.damping) : 0;
    } else {
        missing.insert("its law has no counterpart there");
    }
    // Both dashpots grow with the effective mass in the same way, so their ratio is a constant.
    const double scale = law.law == grains::Law::Linear ? std::sqrt(law.shear_stiffness / law.stiffness) : 1;
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
