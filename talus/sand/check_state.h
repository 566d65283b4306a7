#pragma once
#include "talus/sand/setup.h"
#include "talus/state/state_check.h"

namespace talus::sand {

/// Checks a state that was read from a file.
void checkState(const Setup& setup, state::StateCheck& check);

}  // namespace talus::sand
