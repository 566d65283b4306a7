#pragma once
#include <vector>

#include "talus/method/method.h"

namespace talus::water {

/// The plots of water for `talus plot`, from stats.csv.
std::vector<method::Plot> plots();

}  // namespace talus::water
