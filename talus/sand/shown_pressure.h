#pragma once
#include <vector>

#include "talus/exec/exec.h"
#include "talus/sand/setup.h"
#include "talus/state/world.h"

namespace talus::sand {

/// The pressure at each particle, for frames and pictures [Pa]; negative where cohesion holds it under
/// tension. Mpm: the mean over the particles in a cell of the grid, because the pressures of single particles
/// alternate (docs/theory/sand.md). The solvers on a grid: that of the cell in the last step, 0 before the
/// first.
std::vector<float> shownPressures(const exec::Exec& exec, const state::World& world, const Setup& setup);

}  // namespace talus::sand
