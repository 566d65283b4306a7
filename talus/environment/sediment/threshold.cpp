#include "talus/environment/sediment/threshold.h"

#include <algorithm>
#include <cmath>

namespace talus::environment {

double grainNumber(const SedimentGrain& grain, const CarryingLiquid& liquid) {
    const double nu = liquid.kinematic();
    return grain.diameter * std::cbrt(submerged(grain, liquid) * liquid.gravity / (nu * nu));
}

double criticalShields(double grain_number) {
    return 0.30 / (1 + 1.2 * grain_number) + 0.055 * (1 - std::exp(-0.020 * grain_number));
}

double criticalShear(const SedimentGrain& grain, const CarryingLiquid& liquid) {
    const double r = submerged(grain, liquid);
    if (!(r > 0)) return 0;
    return criticalShields(grainNumber(grain, liquid)) * r * liquid.density * liquid.gravity * grain.diameter;
}

double slopeFactor(double sine, double up, double tangent) {
    const double across = 1 - up * up, cosine = 1 - sine * sine;
    const double inside = cosine * tangent * tangent - across * sine * sine;
    if (!(inside > 0)) return 0;
    return std::max(0.0, (up * sine + std::sqrt(inside)) / tangent);
}

}  // namespace talus::environment
