#pragma once
#include <vector>

#include "talus/particles/pipeline.h"

namespace talus::particles {

/// Points around what is seen of a system during a run, for cameras: from a trial with few particles, which
/// walls stop as in the run. Ground, walls that follow bodies, and forces between particles do not act on
/// them; none is seen below the lowest emitter where the scene has ground. The farthest part of what is
/// seen, 0.03 by area and opacity, is left out. Takes some milliseconds. Empty: nothing is seen, or the drag
/// of the system needs more than `most_trial_steps` steps.
/// @param setup emitters of the shape Elsewhere make nothing
/// @param end of the run [s], > 0
std::vector<Vec3d> seenInTrial(Setup setup, double end);

inline constexpr int most_trial_steps = 4000;

}  // namespace talus::particles
