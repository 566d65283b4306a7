#include "talus/couple/water_grains/drag.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace talus::couple::water_grains {
namespace {

double reynolds(double diameter, double slip, double water_share, const Liquid& liquid) {
    if (slip <= 0) return 0;
    return liquid.viscosity > 0 ? liquid.density * water_share * diameter * slip / liquid.viscosity
                                : std::numeric_limits<double>::infinity();
}

}  // namespace

double diFeliceDrag(double d, double slip, double eps, const Liquid& liquid) {
    const double re = reynolds(d, slip, eps, liquid), away = 1.5 - std::log10(re);
    const double chi = 3.7 - 0.65 * std::exp(-0.5 * away * away);
    // C s without a division by Re, so that s may be 0: (0.63 sqrt(s) + 4.8 sqrt(nu / (eps d)))^2.
    const double root =
        0.63 * std::sqrt(slip) + 4.8 * std::sqrt(liquid.viscosity / (liquid.density * eps * d));
    return std::numbers::pi / 8 * liquid.density * d * d * std::pow(eps, 2 - chi) * root * root;
}

double wenYuDrag(double d, double slip, double eps, const Liquid& liquid) {
    const double re = reynolds(d, slip, eps, liquid);
    const double coefficient_times_slip =
        re < 1000 ? 24 * liquid.viscosity / (liquid.density * eps * d) * (1 + 0.15 * std::pow(re, 0.687))
                  : 0.44 * slip;
    return std::numbers::pi / 8 * liquid.density * d * d * std::pow(eps, -1.65) * coefficient_times_slip;
}

double dragOf(Drag law, double diameter, double slip, double water_share, const Liquid& liquid) {
    switch (law) {
        case Drag::DiFelice: return diFeliceDrag(diameter, slip, water_share, liquid);
        case Drag::WenYu: return wenYuDrag(diameter, slip, water_share, liquid);
        case Drag::None: return 0;
    }
    return 0;
}

double settlingSpeed(Drag law, double diameter, double density, const Liquid& liquid, double gravity) {
    const double weight =
        std::abs(density - liquid.density) * std::numbers::pi / 6 * std::pow(diameter, 3) * gravity;
    // Bisection; beta s increases with s.
    double low = 0, high = 1000;
    for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        (dragOf(law, diameter, middle, 1, liquid) * middle < weight ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace talus::couple::water_grains
