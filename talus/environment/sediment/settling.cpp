#include "talus/environment/sediment/settling.h"

#include <algorithm>
#include <cmath>

namespace talus::environment {

double settlingVelocity(SettlingLaw law, const SedimentGrain& grain, const CarryingLiquid& liquid) {
    const double r = submerged(grain, liquid), d = grain.diameter, g = liquid.gravity;
    double resistance = 18 * liquid.kinematic();
    if (law == SettlingLaw::FergusonChurch) resistance += std::sqrt(0.75 * std::abs(r) * g * d * d * d);
    return r * g * d * d / resistance;
}

double Hindrance::operator()(double fraction) const {
    if (fraction >= most) return 0;
    const double c = std::max(fraction, 0.0);
    return law == Law::RichardsonZaki ? std::pow(1 - c, exponent) : 1 - std::pow(c / most, exponent);
}

double richardsonZakiExponent(double reynolds) {
    if (reynolds < 0.2) return 4.65;
    if (reynolds < 1) return 4.35 * std::pow(reynolds, -0.03);
    if (reynolds < 500) return 4.45 * std::pow(reynolds, -0.1);
    return 2.39;
}

}  // namespace talus::environment
