#include "talus/water/boundary/wall_integral.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/water/boundary/solid_integral.h"
#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

constexpr std::size_t steps = 1024;

/// A(s) at equal steps from 0 to the support, by Simpson's rule from the support inwards.
template <class K>
std::vector<double> sectionsOf(const K& kernel, double support) {
    const double step = support / steps;
    const auto ring = [&](double r) { return 2 * std::numbers::pi * kernel.template value<double>(r) * r; };
    std::vector<double> section(steps + 1, 0);
    for (std::size_t k = steps; k-- > 0;) {
        const double r = static_cast<double>(k) * step;
        section[k] = section[k + 1] + step / 6 * (ring(r) + 4 * ring(r + step / 2) + ring(r + step));
    }
    return section;
}

template <class K>
void fill(const K& kernel, double support, double spacing, std::vector<double>& share,
          std::vector<double>& slope, std::vector<double>& moment) {
    const std::vector<double> sections = sectionsOf(kernel, support);
    const exec::View<const double> section{sections.data(), sections.size()};
    share.assign(2 * steps + 1, 0);
    slope.assign(2 * steps + 1, 0);
    moment.assign(2 * steps + 1, 0);
    for (std::size_t k = 0; k <= 2 * steps; ++k) {
        const double d = support * (static_cast<double>(k) / steps - 1);
        for (double s = d + spacing / 2; s < support; s += spacing) {
            if (s <= -support) continue;
            share[k] += spacing * between(section, std::abs(s) / support * steps);
            const double rim =
                spacing * 2 * std::numbers::pi * s * kernel.template value<double>(std::abs(s));
            slope[k] += rim;
            moment[k] += s * rim;
        }
    }
}

}  // namespace

WallIntegral::WallIntegral(Kernel kernel, double support, double spacing) : reach_(support) {
    if (kernel == Kernel::CubicSpline)
        fill(CubicSpline<double>(support), support, spacing, share_, slope_, moment_);
    else
        fill(WendlandC2<double>(support), support, spacing, share_, slope_, moment_);
    solid_ = std::make_shared<const SolidIntegral>(kernel, support, *this);
}

}  // namespace talus::water
