#pragma once
#include <string_view>

#include "talus/settings/parameter.h"

namespace talus::settings {

/// The range of numbers with a unit in any key of a scene. It is wide enough for all grains, bodies and land,
/// and narrow enough that products in formulas stay within the range of a double. Keys that must be above 0
/// also have a smallest number, since formulas divide by them.
/// @param unit SI, as in the registry; "" for a pure number
/// @param range of the key itself; its ends, where it has them, replace those of the unit
Range magnitudesOf(std::string_view unit, const Range& range);

}  // namespace talus::settings
