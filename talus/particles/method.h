#pragma once
#include "talus/method/method.h"

namespace talus::particles {

/// The method "particles": particle systems.
method::Method particles();

}  // namespace talus::particles
