#pragma once
#include "talus/sand/setup.h"
#include "talus/state/state_check.h"

namespace talus::sand::mpm {

/// Checks the table of tiles of a state that was read from a file, and that the particles are in theirs.
void checkTiles(const Setup& setup, state::StateCheck& check);

}  // namespace talus::sand::mpm
