#pragma once
#include "talus/environment/walls.h"
#include "talus/io/file.h"
#include "talus/run/lammps/lammps_model.h"

namespace talus::run {

/// What the grains press on walls with, as LAMMPS measures it: the mean of twenty moments of about the length
/// of a frame. Commands that make it write loads.txt, a line a mean; "" where there are no walls. @pre the
/// fixes of walls keep their contacts (LammpsJob::loads)
std::string loadsText(const LammpsModel& model);

/// Reads the last mean up to a step and puts the loads into the world of the simulation. Error
/// (Storage): it is cut off.
Status takeLoads(const io::Path& file, const LammpsModel& model, const environment::Walls& walls,
                 std::uint64_t step, scene::Simulation& simulation);

}  // namespace talus::run
