#pragma once
#include "talus/picture/ticks.h"
#include "talus/render/chart/chart.h"

namespace talus::render {

/// One axis of a chart once its ends are known: value to place in [0, 1], and its ticks.
struct Scale {
    double low = 0, high = 1;  ///< of the logarithm to base ten on a logarithmic axis
    bool logarithmic = false;

    /// Not finite where the value has no place.
    double place(double value) const;
    bool holds(double value) const;
    picture::Ticks ticks(int most) const;
};

/// Ends around all values that the axis can show, widened to round numbers unless they are given. Errors:
/// Input.
Result<Scale> scaleFor(const picture::Axis& axis, const std::vector<double>& values);

/// "time [s]", with the power of ten that the labels leave out.
std::string axisTitle(const picture::Axis& axis, int exponent);

}  // namespace talus::render
