#pragma once
#include <vector>

#include "talus/settings/section.h"

/// The sections of a scene file for sand::Part, in the order of a written scene file.
namespace talus::sand {

std::vector<settings::Section> sections();

}  // namespace talus::sand
