#pragma once
#include "talus/method/checking.h"
#include "talus/water/params.h"

namespace talus::water {

/// Warns of rain that falls beside the ground or starts below its surface, and of inflows whose centre is in
/// a sink.
void checkSources(const method::Checking& checking, const Part& part);

}  // namespace talus::water
