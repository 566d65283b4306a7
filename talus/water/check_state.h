#pragma once
#include "talus/state/state_check.h"
#include "talus/water/setup.h"

namespace talus::water {

/// Checks a state from a file, which may hold anything: for what the stages rely on, and for values that no
/// run produces and that would make the run very long.
void checkState(const Setup& setup, state::StateCheck& check);

}  // namespace talus::water
