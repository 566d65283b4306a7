#pragma once
#include <optional>

#include "talus/step/phase.h"
#include "talus/water/forces/forces.h"
#include "talus/water/forces/viscous_solve.h"
#include "talus/water/measures.h"
#include "talus/water/setup.h"
#include "talus/water/solver/dfsph.h"
#include "talus/water/sources/drive_inflows.h"

namespace talus::water {

/// The stages of a step.
step::PhasedStages stagesOf(const Setup& setup);
/// The stages of dfsph that find the pressures before the first step, without moving anything
/// (start_pressure.h).
step::PhasedStages startStagesOf(const Setup& setup);
/// The stages that add and remove water.
step::PhasedStages sourcesOf(const Setup& setup);

/// Stages that the steps on a device need too (device/). Empty where the water has no viscosity of that kind
/// or no inflows.
std::optional<Viscosity> viscosityOf(const Setup& setup);
std::optional<ViscousSolve> viscousSolveOf(const Setup& setup);
std::optional<DriveInflows> driveInflowsOf(const Setup& setup);
CorrectVelocity correctVelocityOf(const Setup& setup);
CorrectPositions correctPositionsOf(const Setup& setup);

/// Adds the tables of the water to a world, without particles.
void addTables(state::World& world, const Setup& setup);
/// Adds the particles of the blocks. @pre the tables of the walls and of the ground are there
void fillBlocks(state::World& world, const Setup& setup);

/// The longest time step [s], and what limits it.
struct Longest {
    double step = 0;
    const char* why = "";
};
/// @param speed maximum of the water [m/s] @param pressure as of Extremes [Pa]
Longest longestStep(const Setup& setup, double speed, double pressure = 0);
/// The longest time step of this water in its present state [s].
double longestStepNow(const Setup& setup, const Extremes& now);

/// Resets the sums over a frame.
void beginFrame(state::World& world);

}  // namespace talus::water
