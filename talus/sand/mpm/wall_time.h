#pragma once
#include "talus/sand/setup.h"

namespace talus::sand::mpm {

/// Further time of one thread for a step of sand near curved thin walls and meshes [s], at most: as if sand
/// lay along all of them. For the estimate of `talus check`.
double secondsAtWalls(const Setup& setup, double particles);

}  // namespace talus::sand::mpm
