#pragma once
#include "talus/sand/grid/step_parts.h"
#include "talus/sand/setup.h"
#include "talus/state/state_check.h"
#include "talus/state/world.h"
#include "talus/step/stage.h"

/// The stresses of the last step, as they are in the state.
namespace talus::sand::grid {

/// Adds the tables. No cell has a stress before the first step.
void addStressTables(state::World& world);
/// What a stage that reads and keeps them lists.
void addStressAccess(step::Access& access);

/// Cells after which the lattice of a scene repeats along each axis; 0: it does not.
Vec3i periodOf(const Setup& setup);

/// The box of the last step. @param low, count as in the state
Lattice latticeOf(const Setup& setup, const Vec3d& low, const Vec3d& count);

Stresses readStresses(step::Step& step, const Setup& setup);
void keepStresses(step::Step& step, const Stresses& stresses);

void checkStresses(const Setup& setup, state::StateCheck& check);

}  // namespace talus::sand::grid
