#include "talus/picture/screen/lighting.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/exec/for_each.h"

namespace talus::picture::engraved {
namespace {

constexpr std::size_t rows_of_task = 16;

std::uint8_t byteOf(double value) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
}

void put(std::uint8_t* pixel, const picture::Colour& colour, double times) {
    pixel[0] = byteOf(colour.r * times);
    pixel[1] = byteOf(colour.g * times);
    pixel[2] = byteOf(colour.b * times);
}

}  // namespace

Result<Lighting> Lighting::parse(const std::string& formula) {
    auto parsed = Formula::parse(formula, {"a", "dx", "dy", "v", "s"});
    if (!parsed) return parsed.error();
    Lighting lighting;
    lighting.text_ = formula;
    lighting.formula_ = std::move(*parsed);
    lighting.standard_ = formula == standard_lighting;
    lighting.gradient_ =
        formula.find('d') != std::string::npos;  // no other name has a d but those of functions
    return lighting;
}

Error Lighting::noValue(const std::string& where, const std::vector<double>& values) const {
    return {
        ErrorKind::Input,
        fmt::format("the lighting formula '{}' has no value {}, where a = {:.3g}, dx = {:.3g}, dy = {:.3g}, "
                    "v = {:.3g} and s = {:.3g}; change screen.lighting, as by max(..., 1e-6) where it "
                    "divides by 0",
                    text_, where, values[0], values[1], values[2], values[3], values[4])};
}

Result<std::vector<std::uint8_t>> Lighting::light(const exec::Exec& exec, std::span<const float> a,
                                                  std::span<const float> before, std::size_t width,
                                                  const ScreenLook& look) const {
    const std::size_t height = a.size() / width;
    std::vector<std::uint8_t> rgb(3 * a.size());
    std::vector<std::optional<Error>> missing(height);  // of each row the first, for any number of threads
    const auto lightRows = [&, this](std::size_t begin, std::size_t end) {
        Formula::Evaluator evaluate(formula_);
        std::vector<double> values(5, 1.0);  // s: all of the light arrives
        for (std::size_t y = begin; y < end; ++y) {
            const std::size_t up = y > 0 ? y - 1 : y, down = std::min(y + 1, height - 1);
            for (std::size_t x = 0; x < width; ++x) {
                const std::size_t i = y * width + x;
                const std::size_t left = x > 0 ? x - 1 : x, right = std::min(x + 1, width - 1);
                const double dx = 0.5 * (a[y * width + right] - a[y * width + left]);
                const double dy = 0.5 * (a[down * width + x] - a[up * width + x]);
                if (look.threshold >= 0 && std::abs(a[i]) <= look.threshold) {
                    put(&rgb[3 * i], look.outside, 1);
                    continue;
                }
                double light = -0.45 * dx + 0.55 * dy;
                values[0] = a[i], values[1] = dx, values[2] = dy, values[3] = a[i] - before[i];
                if (!standard_) light = evaluate(values);
                if (std::isnan(light)) {
                    if (!missing[y])
                        missing[y] =
                            noValue(fmt::format("in column {} of row {} of the screen", x, y), values);
                    continue;
                }
                put(&rgb[3 * i], look.baseOf(a[i]), light);
            }
        }
    };
    exec::for_each_range(exec, height, lightRows, rows_of_task);
    for (const std::optional<Error>& error : missing)
        if (error) return *error;
    return rgb;
}

double zoneOfInfluence(std::span<const float> a, double c) {
    const auto inside = std::count_if(a.begin(), a.end(), [c](float value) { return std::abs(value) > c; });
    return static_cast<double>(inside) / static_cast<double>(a.size());
}

std::vector<std::uint8_t> enlarged(const std::vector<std::uint8_t>& rgb, std::size_t width,
                                   std::size_t times) {
    const std::size_t height = rgb.size() / 3 / width, wide = width * times, high = height * times;
    std::vector<std::uint8_t> large(3 * wide * high);
    /// The two old pixels beside a new one, and the share of the second.
    struct Between {
        std::size_t first, second;
        double share;
    };
    const auto betweenOf = [times](std::size_t at, std::size_t count) {
        const double old = (static_cast<double>(at) + 0.5) / static_cast<double>(times) - 0.5;
        const double first = std::clamp(std::floor(old), 0.0, static_cast<double>(count - 1));
        const auto index = static_cast<std::size_t>(first);
        return Between{index, std::min(index + 1, count - 1), std::clamp(old - first, 0.0, 1.0)};
    };
    for (std::size_t y = 0; y < high; ++y) {
        const Between row = betweenOf(y, height);
        for (std::size_t x = 0; x < wide; ++x) {
            const Between column = betweenOf(x, width);
            for (std::size_t k = 0; k < 3; ++k) {
                const auto old = [&](std::size_t at_y, std::size_t at_x) {
                    return static_cast<double>(rgb[3 * (at_y * width + at_x) + k]);
                };
                const double top =
                    std::lerp(old(row.first, column.first), old(row.first, column.second), column.share);
                const double low =
                    std::lerp(old(row.second, column.first), old(row.second, column.second), column.share);
                large[3 * (y * wide + x) + k] =
                    static_cast<std::uint8_t>(std::lround(std::lerp(top, low, row.share)));
            }
        }
    }
    return large;
}

}  // namespace talus::picture::engraved
