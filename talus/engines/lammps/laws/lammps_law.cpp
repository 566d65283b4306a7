#include "talus/engines/lammps/laws/lammps_law.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "talus/core/check.h"

namespace talus::engines {

std::string LammpsLaw::text() const {
    // `jkr` takes the modulus of each of two equal bodies. With a Poisson's ratio of 0 that is 2 E*, and K is
    // 4/3 E*.
    std::string text = neck == 0
                           ? fmt::format("{} {} {}", hertz ? "hertz" : "hooke", stiffness, damping_value)
                           : fmt::format("jkr {} {} 0 {}", 1.5 * stiffness, damping_value, neck);
    text += fmt::format(" damping {} tangential ", damping);
    if (shear_stiffness > 0)
        text += fmt::format("{} {} {} {}", history_is_force ? "mindlin/force" : "linear_history",
                            shear_stiffness, shear_ratio, friction);
    else
        text += fmt::format("linear_nohistory {} {}", shear_ratio, friction);
    for (const auto& [word, spring] : {std::pair{"rolling", rolling}, std::pair{"twisting", twisting}})
        if (spring.stiffness > 0)
            text += fmt::format(" {} sds {} {} {}", word, spring.stiffness, spring.damping, spring.friction);
    return text + (limit_damping ? " limit_damping" : "");
}

std::string LammpsLaw::pullText() const {
    return fmt::format("dmt 0 0 0 {} damping velocity tangential linear_nohistory 0 0", pull);
}

void LammpsLaw::setTsuji(double coefficient) {
    damping = coefficient > 0 ? "tsuji" : "velocity";
    damping_value = coefficient > 0 ? tsujiArgument(coefficient) : 0;
}

double tsujiArgument(double coefficient) {
    const auto coefficientOf = [](double e) {
        return 1.2728 - 4.2783 * e + 11.087 * e * e - 22.348 * e * e * e + 27.467 * std::pow(e, 4) -
               18.022 * std::pow(e, 5) + 4.8218 * std::pow(e, 6);
    };
    TALUS_ASSERT(coefficient > 0, "tsujiArgument() needs a coefficient above 0");
    // The polynomial decreases from 1.27 at 0 to below 0 at 1.01. Below 0 it grows without bound.
    double low = -1, high = 1.01;
    while (coefficientOf(low) < coefficient) low *= 2;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (coefficientOf(middle) > coefficient ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace talus::engines
