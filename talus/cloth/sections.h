#pragma once
#include <vector>

#include "talus/settings/section.h"

namespace talus::cloth {

/// The sections of a scene file for cloth; each fills a member of a Part.
std::vector<settings::Section> sections();

}  // namespace talus::cloth
