#pragma once
#include <vector>

#include "talus/method/method.h"

namespace talus::couple::erosion {

/// Charts of the sediment for `talus plot`. The granular method shows the ground itself.
std::vector<method::Plot> plots();

}  // namespace talus::couple::erosion
