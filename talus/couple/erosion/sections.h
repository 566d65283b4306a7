#pragma once
#include <vector>

#include "talus/settings/section.h"

namespace talus::couple::erosion {

/// The tables of a scene file that fill a Part.
std::vector<settings::Section> sections();

}  // namespace talus::couple::erosion
