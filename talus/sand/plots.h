#pragma once
#include <vector>

#include "talus/method/method.h"

namespace talus::sand {

/// The plots of continuum sand for `talus plot`.
std::vector<method::Plot> plots();

}  // namespace talus::sand
