#pragma once
#include "talus/ground/setup.h"
#include "talus/state/state_check.h"

namespace talus::ground {

/// Rejects values of the ground's tables, read from a file, on which the loops of a step would fail.
void checkState(const Setup& setup, state::StateCheck& check);

/// A difference of heights that no heap reaches [m]. Without a bound the loops that go down a column would
/// not end.
double highestHeap(const geometry::ColumnGrid& grid);

}  // namespace talus::ground
