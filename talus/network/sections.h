#pragma once
#include <vector>

#include "talus/network/scene.h"
#include "talus/settings/section.h"

namespace talus::network {

/// [network], [[masses]], [[mass_source]], [[link]]
std::vector<settings::Section> sections();

}  // namespace talus::network
