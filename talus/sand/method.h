#pragma once
#include "talus/method/method.h"

namespace talus::sand {

/// Sand as a continuum.
method::Method sand();

}  // namespace talus::sand
