#include "talus/picture/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus::picture {
namespace {

double niceStep(double range, int max_ticks) {
    const double power = std::pow(10.0, std::floor(std::log10(range / max_ticks)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0})
        if (range / (factor * power) <= max_ticks - 1 + 1e-9 || factor == 20.0) return factor * power;
    return power;
}

}  // namespace

Ticks niceTicks(double low, double high, int max_ticks) {
    Ticks ticks;
    ticks.step = niceStep(high - low, std::max(max_ticks, 2));
    const double slack = 1e-9 * (high - low);
    const double first = std::ceil((low - slack) / ticks.step);
    const double last = std::floor((high + slack) / ticks.step);
    const double largest = std::max(std::abs(low), std::abs(high));
    if (largest >= 1e5 || largest < 1e-2) ticks.exponent = 3 * int(std::floor(std::log10(largest) / 3));
    const double scale = std::pow(10.0, -ticks.exponent);
    const int decimals = std::clamp(int(-std::floor(std::log10(ticks.step * scale) + 1e-9)), 0, 12);
    // The index of a tick may exceed the integers when the range is tiny compared to its position. There are
    // never as many as 64 ticks.
    for (double k = first; k <= last && ticks.values.size() < 64; k += 1) {
        const double value = k * ticks.step;
        ticks.values.push_back(value);
        std::string label = fmt::format("{:.{}f}", value * scale + 0.0, decimals);
        if (label.find_first_not_of("-0.") == std::string::npos && label[0] == '-') label.erase(0, 1);
        if (label[0] == '-') label.replace(0, 1, "\u2212");  // a minus sign, as wide as a digit
        ticks.labels.push_back(std::move(label));
    }
    return ticks;
}

std::string powerOfTen(int exponent) {
    if (exponent == 0) return "";
    constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "×10⁻" : "×10";
    for (const char c : fmt::format("{}", std::abs(exponent))) text += digits[c - '0'];
    return text;
}

}  // namespace talus::picture
