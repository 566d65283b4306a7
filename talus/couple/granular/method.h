#pragma once
#include "talus/method/method.h"

namespace talus::couple::granular {

/// Grains on ground, among bodies, and as ground: one step for all of them.
method::Method granular();

}  // namespace talus::couple::granular
