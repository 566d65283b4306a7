#pragma once
#include "talus/scene/scene.h"

namespace talus::scene {

/// How many steps of one grain a run takes, all grains together; of a hybrid, as if none became ground.
/// @pre the scene passed the first three passes of the check.
double grainSteps(const Scene& scene);

/// Grains advanced by one step in a second by one thread, within a factor of two: 8.5e6 were measured with
/// 7406 grains that settle in a box (linear law, spin on, AVX2 server processor), 7.5e6 with the scene
/// landslide.
inline constexpr double grain_steps_per_second = 8e6;

}  // namespace talus::scene
