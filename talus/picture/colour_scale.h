#pragma once
#include <optional>
#include <span>
#include <string>

#include "talus/picture/picture.h"

namespace talus::picture {

/// How values become colours.
struct ColourScale {
    std::optional<double> low, high;  ///< ends of the scale, in the unit of the legend; absent: of the values
    bool logarithmic = false;         ///< only values > 0 have a place on it
    ColourMap map = ColourMap::Viridis;
};

/// The legend of values on a scale. Ends that the scale leaves open are round and contain the central share
/// `share` of the values (legendFor), on a logarithmic scale of those > 0. Where an end of a logarithmic
/// scale is not > 0, it is taken from the values. The legend also says whether values are missing on it.
Legend legendOf(std::string name, std::string unit, std::span<const double> values, const ColourScale& scale,
                double share = 0.99);

}  // namespace talus::picture
