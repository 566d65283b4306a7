#pragma once
#include "talus/couple/bodies.h"
#include "talus/couple/exchange.h"
#include "talus/state/state_check.h"

namespace talus::couple {

/// What the loops over ground, and over grains on it, rely on (as grains::checkState).
void checkGround(const ground::Setup& setup, state::StateCheck& check);

/// Likewise over sand in columns and buried grains. @pre checkGround was called
void checkExchange(const Exchange& exchange, state::StateCheck& check);

/// Likewise over bodies.
void checkBodies(const Bodies& setup, state::StateCheck& check);

}  // namespace talus::couple
