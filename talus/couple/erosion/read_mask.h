#pragma once
#include "talus/couple/erosion/params.h"
#include "talus/method/checking.h"

namespace talus::couple::erosion {

/// Reads the mask of plants that have one; its path becomes absolute. What is wrong is an error at `mask`.
void readMask(Plants& plants, std::size_t index, const method::Checking& checking);

}  // namespace talus::couple::erosion
