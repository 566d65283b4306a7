#include "talus/grains/restitution.h"

#include <cmath>
#include <numbers>

namespace talus::grains {

double restitutionOf(double z, bool adhesionless) {
    using std::numbers::pi;
    if (z < 1) {
        const double w = std::sqrt(1 - z * z);
        const double phase = adhesionless ? pi - std::atan2(2 * z * w, 1 - 2 * z * z) : pi;
        return std::exp(-z / w * phase);
    }
    if (!adhesionless) return 0;
    if (z == 1) return std::exp(-2.0);
    const double w = std::sqrt(z * z - 1);
    return std::exp(-z / w * std::log((z + w) / (z - w)));
}

double dampingRatio(double e, bool adhesionless) {
    if (e >= 1) return 0;
    const double log_e = std::log(e);
    if (!adhesionless) return -log_e / std::sqrt(std::numbers::pi * std::numbers::pi + log_e * log_e);
    double low = 0, high = 1;
    while (restitutionOf(high, true) > e) high *= 2;
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (restitutionOf(middle, true) > e ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace talus::grains
