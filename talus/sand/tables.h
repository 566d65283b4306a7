#pragma once
#include "talus/sand/setup.h"
#include "talus/state/world.h"

namespace talus::sand {

/// Adds the tables of the sand, without particles.
void addTables(state::World& world, const Setup& setup);

/// Sets the sums over a frame to zero.
void beginFrame(state::World& world);

}  // namespace talus::sand
