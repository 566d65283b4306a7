#pragma once
#include "talus/particles/pipeline.h"
#include "talus/state/state_check.h"

namespace talus::particles {

/// Checks the state of a system that was read from a file: all that the stages rely on, and that the emitters
/// have made the particles that were due, so that the run continues as it would have.
void checkState(const Setup& setup, state::StateCheck& check);

}  // namespace talus::particles
