#pragma once
#include "talus/particles/pipeline.h"
#include "talus/state/state_check.h"

namespace talus::particles {

/// What the stages of a system rely on, of a state that comes from a file and may hold anything; and that its
/// emitters have made what was due, so that the run goes on as it would have.
void checkState(const Setup& setup, state::StateCheck& check);

}  // namespace talus::particles
