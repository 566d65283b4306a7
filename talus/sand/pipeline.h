#pragma once
#include "talus/sand/setup.h"
#include "talus/step/phase.h"

namespace talus::sand {

/// The stages of a step of the sand.
step::PhasedStages stagesOf(const Setup& setup);

/// A step and what limits it.
struct Longest {
    double step = 0;  ///< [s]
    const char* why = "";
};
/// The longest step for sand whose fastest particle has this speed [m/s].
Longest longestStep(const Setup& setup, double speed);

}  // namespace talus::sand
