#pragma once
#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/state/world.h"
#include "talus/water/setup.h"

namespace talus::water {

/// Gives free bodies the pressure of the water that they begin in. Bodies take what the water gave them in
/// its step before (wall_impulses.h), and before the first step there was none: without this each body would
/// fall freely through that step. So the pressures of the first step are solved for before it, with bodies
/// that fall as the water lets them, and their push is left to the bodies' first step. Nothing else of the
/// state changes but the order of the particles and their pressures, the first guess of the next solve.
/// Only dfsph has pressures of a whole column at once; nothing is done for other solvers, or without free
/// bodies.
/// @param dt of the water's first step [s]
Status findStartPressure(state::World& world, const exec::Exec& exec, const Setup& setup, double dt);

}  // namespace talus::water
