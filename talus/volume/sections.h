#pragma once
#include <vector>

#include "talus/settings/section.h"

namespace talus::volume {

/// [volume] and [[volume_shape]].
std::vector<settings::Section> sections();

}  // namespace talus::volume
