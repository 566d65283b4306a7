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

/// The stages of a step of this water.
step::PhasedStages stagesOf(const Setup& setup);
/// Of dfsph: those of them that find the pressures before the first step, and move nothing
/// (start_pressure.h).
step::PhasedStages startStagesOf(const Setup& setup);
/// Of the stages of a step, what lets water in and takes it out.
step::PhasedStages sourcesOf(const Setup& setup);

/// Stages that the steps on a device have as well (device/). Absent: this water has no viscosity of that
/// kind, or nothing comes in.
std::optional<Viscosity> viscosityOf(const Setup& setup);
std::optional<ViscousSolve> viscousSolveOf(const Setup& setup);
std::optional<DriveInflows> driveInflowsOf(const Setup& setup);
CorrectVelocity correctVelocityOf(const Setup& setup);
CorrectPlaces correctPlacesOf(const Setup& setup);

/// Adds its tables to a world, without particles.
void addTables(state::World& world, const Setup& setup);
/// Fills the blocks. @pre the tables of the walls and of the ground are there
void fillBlocks(state::World& world, const Setup& setup);

/// The longest step at a speed [s], and what sets it.
struct Longest {
    double step = 0;
    const char* why = "";
};
/// @param pressure as of Extremes [Pa]
Longest longestStep(const Setup& setup, double speed, double pressure = 0);
/// The longest that this water may take now [s].
double longestStepNow(const Setup& setup, const Extremes& now);

/// Sums over a frame begin anew.
void beginFrame(state::World& world);

}  // namespace talus::water
