#pragma once
#include "talus/grains/scene.h"
#include "talus/method/scene.h"

namespace talus::grains {

/// The sum over all grains of the number of their steps in a run; in a hybrid scene as if no grain became
/// ground.
/// @param steps number of steps of the whole run
/// @pre the scene passed load() and check()
double grainSteps(const method::Scene& scene, double steps);

/// Steps of single grains per second on one thread, within a factor of two: 8.5e6 were measured with 7406
/// grains that settle in a box (linear law, spin on, AVX2 server processor), 7.5e6 with the scene landslide.
inline constexpr double grain_steps_per_second = 8e6;

}  // namespace talus::grains
