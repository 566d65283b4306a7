#pragma once
#include "talus/couple/bodies/bodies.h"
#include "talus/couple/hybrid/column_store.h"
#include "talus/state/state_check.h"

namespace talus::couple {

/// What the loops over ground, and over grains on it, rely on (as grains::checkState).
/// @param steps_of_frame that grains take within a frame
void checkGround(const ground::Setup& setup, std::uint64_t steps_of_frame, state::StateCheck& check);

/// Likewise over sand in columns and buried grains. @pre checkGround was called
/// @param largest_radius of the scene's grains [m]
void checkExchange(const ColumnStore::Setup& columns, double largest_radius, state::StateCheck& check);

/// Likewise over bodies.
void checkBodies(const Bodies& setup, state::StateCheck& check);

}  // namespace talus::couple
