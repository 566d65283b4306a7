#pragma once
#include "talus/method/method.h"

namespace talus::couple {

/// `solver = "grains"` in [sand]: the scene's continuum sand is computed as grains. The row is before those
/// of grains and sand, whose parts of the scene it changes when a scene is read.
method::Method sandAsGrains();

}  // namespace talus::couple
