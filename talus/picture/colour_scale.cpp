#include "talus/picture/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/picture/appearance.h"

namespace talus::picture {
namespace {

bool isOn(const Legend& legend, double value) {
    return std::isfinite(value) && (!legend.logarithmic || value > 0);
}

/// Whole powers of ten around the values > 0; 1 to 10 where there are none.
Legend decadesOf(Legend legend, std::span<const double> values, double share) {
    std::vector<double> powers;
    for (const double value : values)
        if (value > 0 && std::isfinite(value)) powers.push_back(std::log10(value));
    legend.low = 1;
    legend.high = 10;
    if (powers.empty()) return legend;
    std::sort(powers.begin(), powers.end());
    const auto last = static_cast<double>(powers.size() - 1);
    const auto quantile = [&](double at) { return powers[static_cast<std::size_t>(at)]; };
    const double low = std::floor(quantile(std::floor(0.5 * (1 - share) * last)));
    const double high = std::ceil(quantile(std::ceil((1 - 0.5 * (1 - share)) * last)));
    legend.low = std::pow(10, low);
    legend.high = std::pow(10, std::max(high, low + 1));
    return legend;
}

}  // namespace

Legend legendOf(std::string name, std::string unit, std::span<const double> values, const ColourScale& scale,
                double share) {
    Legend legend = legendFor(std::move(name), std::move(unit), values, scale.map, share);
    legend.logarithmic = scale.logarithmic;
    if (scale.logarithmic) legend = decadesOf(std::move(legend), values, share);
    const auto fits = [&](const std::optional<double>& end) {
        return end && (!scale.logarithmic || *end > 0);
    };
    if (fits(scale.low)) legend.low = *scale.low;
    if (fits(scale.high)) legend.high = *scale.high;
    if (!(legend.low < legend.high))
        legend.high =
            legend.logarithmic ? 10 * legend.low : legend.low + std::max(1e-12, std::abs(legend.low) * 1e-6);
    legend.missing =
        std::any_of(values.begin(), values.end(), [&](double value) { return !isOn(legend, value); });
    return legend;
}

}  // namespace talus::picture
