#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/picture/colour.h"

namespace talus::picture {

/// One set of points on a chart. A point with a coordinate that is not finite is not drawn and interrupts
/// the line.
struct Series {
    enum class Style { Line, Dashed, Points, LineAndPoints };

    std::string name;          ///< in the chart's key; empty: not listed there
    std::vector<double> x, y;  ///< of equal length
    Style style = Style::Line;
    std::optional<Colour> colour = std::nullopt;  ///< empty: chosen by the index of the series
};

struct Axis {
    std::string name;  ///< "time"
    std::string unit;  ///< "s"; empty for pure numbers
    std::optional<double> low = std::nullopt,
                          high = std::nullopt;  ///< ends; empty: round numbers that contain the data
    bool logarithmic = false;                   ///< ticks at decades; values <= 0 are not drawn
};

/// A text beside a point of the chart.
struct Annotation {
    double x, y;  ///< in the units of the axes
    std::string text;
};

/// Values on a grid. They are drawn under the series as colours, with a colour bar: red below zero, light
/// grey at zero, blue above. With heights, the map is shaded as a relief that is lit from the upper left.
struct Map {
    std::string name, unit;     ///< of the values
    double left = 0, low = 0;   ///< position of the first value
    double spacing = 1;         ///< between two values
    std::uint32_t columns = 0;  ///< number of values in a row; the lowest row comes first
    std::vector<double> values;
    std::vector<double> heights;  ///< of the relief, one per value, in units of the axes; empty: flat
};

struct Chart {
    std::string title;
    std::string subtitle;  ///< a smaller line under the title; may be empty
    Axis x, y;
    std::vector<Series> series;
    std::vector<Annotation> annotations;
    std::optional<Map> map;
    bool equal_scale = false;  ///< the same scale on both axes, so that shapes are not distorted
};

}  // namespace talus::picture
