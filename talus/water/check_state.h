#pragma once
#include "talus/state/state_check.h"
#include "talus/water/setup.h"

namespace talus::water {

/// What the stages rely on, of a state that comes from a file and may hold anything; and what no run leaves:
/// numbers that would keep it busy for longer than the scene is worth.
void checkState(const Setup& setup, state::StateCheck& check);

}  // namespace talus::water
