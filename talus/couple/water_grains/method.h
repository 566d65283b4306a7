#pragma once
#include "talus/method/method.h"

namespace talus::couple::water_grains {

/// Unresolved grains in smoothed-particle water: what it offers to scenes and runs.
method::Method waterGrains();

}  // namespace talus::couple::water_grains
