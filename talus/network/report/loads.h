#pragma once
#include "talus/method/instance.h"
#include "talus/network/setup.h"
#include "talus/state/state_check.h"

/// The loads of the network on walls: sums over the steps of a frame (step/load_walls.h).
namespace talus::network {

/// Adds their table, with a row for each wall.
void addLoads(state::World& world, const Setup& setup);

/// Sets the sums to zero.
void clearLoads(state::World& world);

/// Mean forces and torques over the frame. Each appears twice: in the columns without "network.", to which
/// all methods add, and in its own columns.
method::Columns loadColumns(const Setup& setup);

/// Checks a table that was read from a file.
void checkLoads(const Setup& setup, state::StateCheck& check);

}  // namespace talus::network
