#pragma once
#include "talus/method/method.h"

namespace talus::couple::water_grains {

/// The method "water_grains": unresolved grains in smoothed-particle water.
method::Method waterGrains();

}  // namespace talus::couple::water_grains
