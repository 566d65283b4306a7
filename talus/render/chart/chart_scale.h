#pragma once
#include "talus/picture/ticks.h"
#include "talus/render/chart/chart.h"

namespace talus::render {

/// One axis of a chart with known ends. Maps values to fractions of the axis, 0 to 1, and chooses the ticks.
struct Scale {
    double low = 0, high = 1;  ///< of the logarithm to base ten on a logarithmic axis
    bool logarithmic = false;

    /// 0 at the low end, 1 at the high end. Not finite for a value that the axis cannot show, such as -1 on a
    /// logarithmic axis.
    double fraction(double value) const;
    bool contains(double value) const;  ///< with a tolerance of 1e-9 of the axis
    picture::Ticks ticks(int max_ticks) const;
};

/// The ends are those of `axis` where given. Otherwise they are round numbers around all values that the axis
/// can show. Errors: Input.
Result<Scale> scaleFor(const picture::Axis& axis, const std::vector<double>& values);

/// Such as "time  [s]". The bracket also holds the power of ten by which the labels must be multiplied.
std::string axisTitle(const picture::Axis& axis, int exponent);

}  // namespace talus::render
