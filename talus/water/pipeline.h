#pragma once
#include "talus/step/phase.h"
#include "talus/water/setup.h"

namespace talus::water {

/// The stages of a step of this water.
step::PhasedStages stagesOf(const Setup& setup);

/// Adds its tables to a world, without particles.
void addTables(state::World& world, const Setup& setup);
/// Fills the blocks. @pre the tables of the walls and of the ground are there
void fillBlocks(state::World& world, const Setup& setup);

/// The longest step at a speed [s], and what sets it.
struct Longest {
    double step = 0;
    const char* why = "";
};
Longest longestStep(const Setup& setup, double speed);

}  // namespace talus::water
