#pragma once
#include "talus/scene/scene.h"

namespace talus::scene {

/// How many steps of one grain a run takes, all grains together; of a hybrid, as if none became ground.
/// @pre the scene passed the first three passes of the check.
double grainSteps(const Scene& scene);

/// What one thread does of them in a second, about: rows of contacts among flowing and lying grains, on a
/// common processor of 2020. A factor of two off either way.
inline constexpr double grain_steps_per_second = 8e6;

}  // namespace talus::scene
