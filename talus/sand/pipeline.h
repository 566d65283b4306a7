#pragma once
#include "talus/sand/setup.h"
#include "talus/state/world.h"
#include "talus/step/phase.h"

namespace talus::sand {

/// The stages of a step of the sand.
step::PhasedStages stagesOf(const Setup& setup);
/// Those of them that add and remove sand.
step::PhasedStages sourcesOf(const Setup& setup);

/// A step and what limits it.
struct Longest {
    double step = 0;  ///< [s]
    const char* why = "";
};
/// The longest step for sand whose fastest particle has this speed [m/s].
Longest longestStep(const Setup& setup, double speed);
/// The longest step now [s]. @param fastest speed of a particle [m/s]
double longestStepNow(const Setup& setup, const state::World& world, double fastest);

/// Far above the speed that falls and spouts can reach: the solver is unstable [m/s].
inline double maxSpeed(const Setup& setup) { return 20 * setup.fastest + 1; }

}  // namespace talus::sand
