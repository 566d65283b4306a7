#pragma once
#include "talus/method/method.h"

namespace talus::particles {

/// Particle systems: what they offer to scenes and runs.
method::Method particles();

}  // namespace talus::particles
