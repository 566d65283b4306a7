#pragma once
#include "talus/couple/erosion/params.h"
#include "talus/method/checking.h"

namespace talus::couple::erosion {

/// Reads the mask of plants, and makes its path absolute. Reports errors at the key `mask`.
void readMask(Plants& plants, std::size_t index, const method::Checking& checking);

}  // namespace talus::couple::erosion
