#pragma once
#include <vector>

#include "talus/settings/section.h"

namespace talus::couple::erosion {

/// [erosion], [[layer]], [[plants]] and [[sediment]].
std::vector<settings::Section> sections();

}  // namespace talus::couple::erosion
