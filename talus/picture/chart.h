#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/picture/colour.h"

namespace talus::picture {

/// One set of points on a chart. A point with a coordinate that is not finite is left out and breaks the
/// line.
struct Series {
    enum class Style { Line, Dashed, Points, LineAndPoints };

    std::string name;          ///< for the key; empty: not in the key
    std::vector<double> x, y;  ///< of equal length
    Style style = Style::Line;
    std::optional<Colour> colour = std::nullopt;  ///< empty: chosen by the index of the series
};

struct Axis {
    std::string name;  ///< "time"
    std::string unit;  ///< "s"; empty for pure numbers
    std::optional<double> low = std::nullopt,
                          high = std::nullopt;  ///< ends; empty: round numbers around the data
    bool logarithmic = false;                   ///< decades; values <= 0 are left out
};

/// A text beside a point of the chart.
struct Annotation {
    double x, y;  ///< in the units of the axes
    std::string text;
};

/// Values on a grid, drawn as colours under the series, with a colour bar: red below zero, pale at zero, blue
/// above. They are drawn on a relief that is lit from the upper left.
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
    bool equal_scale = false;  ///< both axes have the same scale, as for shapes
};

}  // namespace talus::picture
