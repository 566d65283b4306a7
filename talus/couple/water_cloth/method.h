#pragma once
#include "talus/method/method.h"

namespace talus::couple {

/// Water and sheets: the layer of water that presses on a sheet moves with it, and none gets through.
method::Method waterCloth();

}  // namespace talus::couple
