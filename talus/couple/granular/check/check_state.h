#pragma once
#include "talus/couple/hybrid/column_store.h"
#include "talus/ground/setup.h"
#include "talus/state/state_check.h"

namespace talus::couple {

// Checks of a state that was read from a file, like grains::checkState: they reject values on which the loops
// of a step would fail.

/// Checks the tables of the ground and of its contacts with grains.
/// @param steps_of_frame number of steps of the grains within a frame
void checkGround(const ground::Setup& setup, std::uint64_t steps_of_frame, state::StateCheck& check);

/// Checks the tables of sand in columns and of buried grains. @pre checkGround was called
/// @param largest_radius of the scene's grains [m]
void checkExchange(const ColumnStore::Setup& columns, double largest_radius, state::StateCheck& check);

}  // namespace talus::couple
