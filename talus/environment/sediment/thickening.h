#pragma once
#include <algorithm>
#include <cmath>

namespace talus::environment {

/// Relative viscosity of a suspension: its viscosity over that of the clear liquid, by the volume fraction C.
struct Thickening {
    enum class Law {
        None,              ///< 1
        KriegerDougherty,  ///< (1 - C / C_max)^(-2.5 C_max): Krieger and Dougherty (1959), "A mechanism for
                           ///< non-Newtonian flow in suspensions of rigid spheres", with Einstein's 2.5 for
                           ///< spheres
        Thomas  ///< 1 + 2.5 C + 10.05 C^2 + 0.00273 e^(16.6 C): Thomas (1965), "Transport characteristics of
                ///< suspension: VIII", a fit to data up to C = 0.6
    };
    Law law = Law::None;
    double most = 0.6;  ///< C_max, > 0, <= 1

    /// Neither law describes packed solid, which does not flow. From 99 % of C_max on, Krieger and
    /// Dougherty's keeps its value there: 1000 for C_max = 0.6.
    double operator()(double fraction) const {
        const double c = std::max(fraction, 0.0);
        if (law == Law::KriegerDougherty) return std::pow(1 - std::min(c / most, 0.99), -2.5 * most);
        if (law == Law::Thomas) {
            const double d = std::min(c, most);
            return 1 + 2.5 * d + 10.05 * d * d + 0.00273 * (std::exp(16.6 * d) - 1);
        }
        return 1;
    }
};

}  // namespace talus::environment
