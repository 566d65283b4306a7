#pragma once
#include <vector>

#include "talus/method/method.h"

namespace talus::couple::erosion {

/// What `talus plot` shows of the sediment. The ground itself is the granular method's to show.
std::vector<method::Plot> plots();

}  // namespace talus::couple::erosion
