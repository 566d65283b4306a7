#pragma once
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
    std::optional<Colour> colour = std::nullopt;  ///< chosen by place among the series when absent
};

struct Axis {
    std::string name;  ///< "time"
    std::string unit;  ///< "s"; empty for pure numbers
    std::optional<double> low = std::nullopt,
                          high = std::nullopt;  ///< ends; round ones around the data when absent
    bool logarithmic = false;                   ///< decades; values <= 0 are left out
};

/// Words beside a point of the chart.
struct Annotation {
    double x, y;  ///< in the units of the axes
    std::string text;
};

struct Chart {
    std::string title;
    std::string subtitle;  ///< a smaller line under the title; may be empty
    Axis x, y;
    std::vector<Series> series;
    std::vector<Annotation> annotations;
    bool equal_scale = false;  ///< a metre is as long across as up: for shapes
};

}  // namespace talus::picture
