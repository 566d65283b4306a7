#pragma once
#include "talus/cloth/setup.h"
#include "talus/state/state_check.h"
#include "talus/state/world.h"

namespace talus::cloth {

/// Adds the tables of all cloth, as they are before the first step.
void addTables(state::World& world, const Setup& setup);

/// Notes where bodies are before the first step. @pre they have their poses
void meetWalls(state::World& world, const Setup& setup);

/// Checks a state from a file.
void checkState(const Setup& setup, state::StateCheck& check);

}  // namespace talus::cloth
