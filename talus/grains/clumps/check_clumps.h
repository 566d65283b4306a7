#pragma once
#include "talus/grains/clumps/clump_columns.h"
#include "talus/state/state_check.h"

namespace talus::grains {

/// Checks the tables of clumps of a state from a file: every sphere belongs to one clump, at one place of it.
void checkClumps(const ClumpShapes& shapes, state::StateCheck& check);

}  // namespace talus::grains
