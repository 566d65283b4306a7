#pragma once
#include <string_view>

#include "talus/settings/parameter.h"

namespace talus::settings {

/// The numbers that a scene can hold in a unit, whatever the key: wide enough for all that grains, bodies and
/// land are made of, and so narrow that no product of a formula leaves the range of a double. A key that is
/// above 0 has a smallest number too, since one that is almost 0 is divided by.
/// @param unit SI, as in the registry; "" for a pure number
/// @param range of the key itself: where it has an end, that one counts
Range magnitudesOf(std::string_view unit, const Range& range);

}  // namespace talus::settings
