#include "talus/picture/appearance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/core/rng.h"
#include "talus/picture/ticks.h"

namespace talus::picture {
namespace {

constexpr std::uint32_t colour_purpose = 0x434f4c52u;  // distinguishes these random numbers from others

/// A kind of grain in the mixture: how its linear reflectance differs from the mean.
struct Mineral {
    float share;        ///< of the grains
    Colour factor;      ///< multiplies the mean
    float toward_grey;  ///< then mixed with the grey of its own mean; the share of grey, 0 to 1
};

// Shares as in ordinary quartz sand; the factors are tuned by eye so that the mixture keeps the mean.
constexpr Mineral minerals[] = {
    {0.50f, {1.00f, 1.00f, 1.00f}, 0.00f},  // ochre-coated quartz
    {0.24f, {1.20f, 1.27f, 1.40f}, 0.20f},  // clear to milky quartz
    {0.16f, {0.90f, 0.80f, 0.70f}, 0.00f},  // feldspar and iron-stained grains
    {0.06f, {0.68f, 0.54f, 0.46f}, 0.00f},  // rust-red grains
    {0.04f, {0.38f, 0.38f, 0.40f}, 0.30f},  // heavy minerals
};

float unitFloat(std::uint32_t word) { return float(word >> 8) * 0x1.0p-24f; }

Colour grainColour(const Colour& linear, std::uint32_t id, float variety) {
    const auto draw = philox({id, 0, 0, 0}, {0, colour_purpose});
    float left = unitFloat(draw[0]);
    const Mineral* mineral = minerals;
    while (mineral != std::end(minerals) - 1 && left >= mineral->share) left -= (mineral++)->share;
    const float brightness = 1 + 0.30f * (unitFloat(draw[1]) - 0.5f);
    const float warmth = 0.12f * (unitFloat(draw[2]) - 0.5f);
    Colour c{linear.r * mineral->factor.r * brightness * (1 + warmth),
             linear.g * mineral->factor.g * brightness,
             linear.b * mineral->factor.b * brightness * (1 - 1.5f * warmth)};
    const float grey = (c.r + c.g + c.b) / 3;
    const auto mixed = [&](float x, float plain) {
        const float full = x + mineral->toward_grey * (grey - x);
        return std::clamp(srgbFromLinear(std::max(0.0f, plain + variety * (full - plain))), 0.0f, 1.0f);
    };
    return {mixed(c.r, linear.r), mixed(c.g, linear.g), mixed(c.b, linear.b)};
}

template <class IdAt>
std::vector<Colour> colours(Colour mean, std::size_t count, float variety, IdAt id) {
    const Colour linear{linearFromSrgb(mean.r), linearFromSrgb(mean.g), linearFromSrgb(mean.b)};
    std::vector<Colour> result(count);
    for (std::size_t i = 0; i < count; ++i)
        result[i] = variety == 0 ? mean : grainColour(linear, id(i), variety);
    return result;
}

}  // namespace

std::vector<Colour> grainColours(Colour mean, std::span<const std::uint32_t> id, float variety) {
    return colours(mean, id.size(), variety, [&](std::size_t i) { return id[i]; });
}

std::vector<Colour> grainColours(Colour mean, std::size_t count, float variety) {
    return colours(mean, count, variety, [](std::size_t i) { return std::uint32_t(i); });
}

std::vector<Colour> fieldColours(std::span<const double> value, const Legend& legend) {
    const auto shareOf = [&](double v) {
        if (!legend.logarithmic) return (v - legend.low) / (legend.high - legend.low);
        return v > 0 ? std::log(v / legend.low) / std::log(legend.high / legend.low)
                     : std::numeric_limits<double>::quiet_NaN();
    };
    std::vector<Colour> result(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) result[i] = colourAt(legend.map, shareOf(value[i]));
    return result;
}

Legend legendFor(std::string name, std::string unit, std::span<const double> value, ColourMap map,
                 double share) {
    Legend legend{std::move(name), std::move(unit), 0, 1, map};
    std::vector<double> sorted;
    std::copy_if(value.begin(), value.end(), std::back_inserter(sorted),
                 [](double v) { return std::isfinite(v); });
    if (sorted.empty()) return legend;
    const auto last = double(sorted.size() - 1);
    const auto quantile = [&](double at) {
        const auto middle = sorted.begin() + std::ptrdiff_t(at);
        std::nth_element(sorted.begin(), middle, sorted.end());
        return *middle;
    };
    const double low = quantile(std::floor(0.5 * (1 - share) * last));
    const double high = quantile(std::ceil((1 - 0.5 * (1 - share)) * last));
    if (!(high - low > 1e-12 * std::max(std::abs(low), std::abs(high)))) {  // all values are equal
        const double around = low == 0 ? 1 : 0.5 * std::abs(low);
        legend.low = low == 0 ? 0 : low - around;
        legend.high = low + around;
        return legend;
    }
    const double step = niceTicks(low, high, 7).step / 2;
    legend.low = std::floor(low / step) * step;
    legend.high = std::ceil(high / step) * step;
    return legend;
}

}  // namespace talus::picture
