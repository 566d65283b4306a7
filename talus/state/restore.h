#pragma once
#include "talus/state/world.h"

/// restore() (world.h) in two parts, for snapshots from files, which may hold anything. Persistent values
/// cannot be larger than the file. The number of rows of scratch is only a number in the file, so it must be
/// checked (StateCheck::scratchRows) before memory is allocated.
namespace talus::state {

/// Restores time, step and all tables that have persistent columns. Errors as in restore(); the world is then
/// unchanged.
Status restorePersistent(const Snapshot& snapshot, World& world);
/// Restores the numbers of rows of all other tables, whose columns are scratch.
void restoreScratchRows(const Snapshot& snapshot, World& world);

}  // namespace talus::state
