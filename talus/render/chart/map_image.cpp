#include "talus/render/chart/map_image.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/picture/colour.h"

namespace talus::render {
namespace {

// Ends of the scheme RdBu of Brewer 2003 ("ColorBrewer"): colour-blind readers can tell them apart.
// Zero is darker than white, so that slopes which face the light can be brighter.
constexpr picture::Colour red{0.698f, 0.094f, 0.169f}, blue{0.129f, 0.400f, 0.675f}, none{0.9f, 0.9f, 0.9f},
    unknown{0.6f, 0.6f, 0.6f};

/// @param t -1 to 1
picture::Colour colourAt(double t) {
    if (!std::isfinite(t)) return unknown;
    const picture::Colour& end = t < 0 ? red : blue;
    const auto share = static_cast<float>(std::min(std::abs(t), 1.0));
    const auto mixed = [share](float from, float to) { return from + (to - from) * share; };
    return {mixed(none.r, end.r), mixed(none.g, end.g), mixed(none.b, end.b)};
}

void paint(io::Image& image, int x, int y, picture::Colour colour, double light) {
    std::uint8_t* p = image.pixel(x, y);
    const auto byte = [light](float c) {
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(c * light, 0.0, 1.0)));
    };
    p[0] = byte(colour.r);
    p[1] = byte(colour.g);
    p[2] = byte(colour.b);
}

/// The brightness of a relief: the cosine of the angle between normal and light, relative to level ground
/// (1). As usual on maps, light comes from the north-west, 45 degrees above the horizon.
class Relief {
  public:
    Relief(const picture::Map& map, std::size_t rows) : map_(map), rows_(rows) {}

    double light(std::size_t i, std::size_t j) const {
        if (map_.heights.empty()) return 1;
        const auto slope = [&](std::size_t before, std::size_t after, std::size_t steps) {
            return steps > 0 ? (map_.heights[after] - map_.heights[before]) /
                                   (static_cast<double>(steps) * map_.spacing)
                             : 0.0;
        };
        const std::size_t w = i > 0 ? i - 1 : i, e = std::min<std::size_t>(i + 1, map_.columns - 1);
        const std::size_t s = j > 0 ? j - 1 : j, n = std::min(j + 1, rows_ - 1);
        const double x = slope(at(w, j), at(e, j), e - w), y = slope(at(i, s), at(i, n), n - s);
        const double cosine = (1 + (x - y) * std::sqrt(0.5)) / std::sqrt(1 + x * x + y * y);
        // Chosen by eye: shapes are visible, and the colours of the values are still recognised.
        constexpr double share = 0.4;
        return std::isfinite(cosine) ? 1 + share * (std::clamp(cosine, 0.0, 1.25) - 1) : 1.0;
    }

  private:
    std::size_t at(std::size_t i, std::size_t j) const { return j * map_.columns + i; }
    const picture::Map& map_;
    std::size_t rows_;
};

}  // namespace

Status checkMap(const picture::Map& map) {
    if (map.columns == 0 || map.values.empty() || map.values.size() % map.columns != 0 || !(map.spacing > 0))
        return Error{ErrorKind::Input, fmt::format("a map of {} values needs rows of equal length and a "
                                                   "spacing > 0, not rows of {} values with the spacing {}",
                                                   map.values.size(), map.columns, map.spacing)};
    constexpr std::size_t max_side = 32767;  // the limit of cairo for images
    if (map.columns > max_side || map.values.size() / map.columns > max_side)
        return Error{ErrorKind::Input,
                     fmt::format("a map of {} x {} values is too large to draw; a side may have at most {}",
                                 map.columns, map.values.size() / map.columns, max_side)};
    if (!map.heights.empty() && map.heights.size() != map.values.size())
        return Error{ErrorKind::Input,
                     fmt::format("a map of {} values has {} heights; give one for each value, or none",
                                 map.values.size(), map.heights.size())};
    return success();
}

MapImage imageOf(const picture::Map& map) {
    const std::size_t rows = map.values.size() / map.columns;
    MapImage drawn{{static_cast<int>(map.columns), static_cast<int>(rows)}, 0};
    for (const double value : map.values)
        if (std::isfinite(value)) drawn.max_value = std::max(drawn.max_value, std::abs(value));
    if (!(drawn.max_value > 0)) drawn.max_value = 1;
    const Relief relief(map, rows);
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < map.columns; ++i)
            paint(drawn.image, static_cast<int>(i), static_cast<int>(rows - 1 - j),
                  colourAt(map.values[j * map.columns + i] / drawn.max_value), relief.light(i, j));
    return drawn;
}

io::Image barImage() {
    constexpr int steps = 256;
    io::Image bar(1, steps);
    for (int y = 0; y < steps; ++y) paint(bar, 0, y, colourAt(1 - 2 * (y + 0.5) / steps), 1);
    return bar;
}

}  // namespace talus::render
