#pragma once
#include "talus/couple/hybrid/column_store.h"
#include "talus/state/state_check.h"

namespace talus::couple {

// Checks of a state that was read from a file, like grains::checkState: they reject values on which the loops
// of a step would fail.

/// Checks the tables of contacts between grains and ground. @pre ground::checkState was called
/// @param steps_of_frame number of steps of the grains within a frame
void checkGroundContacts(std::uint64_t steps_of_frame, state::StateCheck& check);

/// Checks the tables of sand in columns and of buried grains. @pre ground::checkState was called
/// @param largest_radius of the scene's grains [m]
void checkExchange(const ColumnStore::Setup& columns, double largest_radius, state::StateCheck& check);

}  // namespace talus::couple
