#pragma once
#include "talus/state/world.h"

/// restore() (world.h) in two parts, for snapshots that may hold anything: values of a file are there only as
/// far as the file is long, but how many rows of scratch there were is a number alone, which has to be
/// checked (StateCheck::scratchRows) before memory is asked for.
namespace talus::state {

/// Time, step and all tables that have persistent columns. Errors as of restore(); the world is then
/// unchanged.
Status restorePersistent(const Snapshot& snapshot, World& world);
/// The numbers of rows of all other tables, whose columns are scratch.
void restoreScratchRows(const Snapshot& snapshot, World& world);

}  // namespace talus::state
