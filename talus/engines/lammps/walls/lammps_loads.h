#pragma once
#include "talus/engines/lammps/lammps_model.h"
#include "talus/environment/walls.h"
#include "talus/io/file.h"

namespace talus::engines {

/// What the grains press on walls with, as LAMMPS measures it: the mean of twenty moments of about the length
/// of a frame. Commands that make it write loads.txt, a line a mean; "" where there are no walls. @pre the
/// fixes of walls keep their contacts (LammpsJob::loads)
std::string loadsText(const LammpsModel& model);

/// Which walls have loads in loads.txt, in its order.
std::vector<std::size_t> loadedWalls(const LammpsModel& model);
/// The command that writes the means of values (" v_a v_b") to loads.txt; "" where there are no values.
/// @param format how a value is written, where it can be said
std::string averageLoads(const std::string& values, std::uint64_t steps_per_frame, const std::string& format);

/// Reads the last mean up to a step and puts the loads into the world of the simulation: of each wall that is
/// `loaded` the force on the grains, and its torque about the origin. Error (Storage): it is cut off.
Status takeLoads(const io::Path& file, const std::vector<std::size_t>& loaded,
                 const environment::Walls& walls, std::uint64_t step, scene::Simulation& simulation);

}  // namespace talus::engines
