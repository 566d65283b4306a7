#include "talus/render/chart/chart_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus::render {
namespace {

double positionOf(double value, bool logarithmic) { return logarithmic ? std::log10(value) : value; }

/// Ticks at whole decades, for a logarithmic axis. With many decades, only at every second, third, ... one.
picture::Ticks decadeTicks(double low, double high, int max_ticks) {
    picture::Ticks ticks;
    const double first = std::ceil(low - 1e-9), last = std::floor(high + 1e-9);
    ticks.step = std::max(1.0, std::ceil((last - first + 1) / max_ticks));
    for (double decade = first; decade <= last; decade += ticks.step) {
        ticks.values.push_back(std::pow(10.0, decade));
        ticks.labels.push_back(decade == 0   ? "1"
                               : decade == 1 ? "10"
                                             : picture::powerOfTen(int(decade)).substr(2));
    }
    return ticks;
}

}  // namespace

double Scale::fraction(double value) const { return (positionOf(value, logarithmic) - low) / (high - low); }

bool Scale::contains(double value) const {
    const double at = fraction(value);
    return at >= -1e-9 && at <= 1 + 1e-9;
}

picture::Ticks Scale::ticks(int max_ticks) const {
    return logarithmic ? decadeTicks(low, high, max_ticks) : picture::niceTicks(low, high, max_ticks);
}

Result<Scale> scaleFor(const picture::Axis& axis, const std::vector<double>& values) {
    double low = 1e308, high = -1e308;
    for (const double value : values) {
        const double at = positionOf(value, axis.logarithmic);
        if (!std::isfinite(at)) continue;
        low = std::min(low, at);
        high = std::max(high, at);
    }
    if (low > high)
        return Error{ErrorKind::Input,
                     fmt::format("there is nothing to show on the axis '{}'{}", axis.name,
                                 axis.logarithmic ? ": a logarithmic axis needs values > 0" : "")};
    if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) {  // all values are equal
        const double around = axis.logarithmic ? 0.5 : low == 0 ? 1 : 0.1 * std::abs(low);
        low -= around;
        high += around;
    }
    if (!std::isfinite(high - low))
        return Error{
            ErrorKind::Input,
            fmt::format("the values on the axis '{}' span more than the range of floating-point numbers",
                        axis.name)};
    if (axis.logarithmic) {
        low = std::floor(low + 1e-9);
        high = std::ceil(high - 1e-9);
    } else {
        const double step = picture::niceTicks(low, high, 8).step / 2;
        low = std::floor(low / step + 1e-9) * step;
        high = std::ceil(high / step - 1e-9) * step;
    }
    if (axis.low) low = positionOf(*axis.low, axis.logarithmic);
    if (axis.high) high = positionOf(*axis.high, axis.logarithmic);
    if (!(low < high) || !std::isfinite(low) || !std::isfinite(high))
        return Error{ErrorKind::Input,
                     fmt::format("the ends of the axis '{}' must be finite, low below high{}", axis.name,
                                 axis.logarithmic ? ", and > 0" : "")};
    return Scale{low, high, axis.logarithmic};
}

std::string axisTitle(const picture::Axis& axis, int exponent) {
    std::string unit = picture::powerOfTen(exponent);
    if (!axis.unit.empty()) unit += (unit.empty() ? "" : " ") + axis.unit;
    return unit.empty() ? axis.name : axis.name + "  [" + unit + "]";
}

}  // namespace talus::render
