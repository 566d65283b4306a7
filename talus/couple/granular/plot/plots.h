#pragma once
#include <vector>

#include "talus/method/method.h"

namespace talus::couple::granular {

/// What `talus plot` shows of grains and ground.
std::vector<method::Plot> plots();

}  // namespace talus::couple::granular
