#pragma once
#include "talus/method/checking.h"
#include "talus/water/params.h"

namespace talus::water {

/// Tells of rain that falls beside the ground or begins in it, and of inflows whose water a sink takes at
/// once.
void checkPlaces(const method::Checking& checking, const Part& part);

}  // namespace talus::water
