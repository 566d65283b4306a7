#pragma once
#include "talus/method/method.h"

namespace talus::couple {

/// Particles that appear where grains hit: what it offers to scenes and runs.
method::Method dust();

}  // namespace talus::couple
