#pragma once
#include <vector>

#include "talus/settings/section.h"

/// The sections of a scene file for water::Part.
namespace talus::water {

settings::Section waterSection();
settings::Section blockSection();
settings::Section inflowSection();

/// All of them, in the order of a written scene file.
std::vector<settings::Section> sections();

}  // namespace talus::water
