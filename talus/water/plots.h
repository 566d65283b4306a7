#pragma once
#include <vector>

#include "talus/method/method.h"

namespace talus::water {

/// What `talus plot` shows of the water, all of it from stats.csv.
std::vector<method::Plot> plots();

}  // namespace talus::water
