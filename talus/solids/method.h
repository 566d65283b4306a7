#pragma once
#include "talus/method/method.h"

namespace talus::solids {

/// Rigid bodies.
method::Method solids();

}  // namespace talus::solids
