#pragma once
#include "talus/engines/lammps/lammps_model.h"
#include "talus/environment/walls.h"
#include "talus/io/file.h"

namespace talus::engines {

/// Commands with which LAMMPS measures the loads of grains on walls: each mean is of twenty samples over
/// about a frame. LAMMPS writes loads.txt, one line per mean. "" where there are no walls. @pre the fixes of
/// walls store their contacts (LammpsJob::loads)
std::string loadsText(const LammpsModel& model);

/// The walls with loads in loads.txt, in the order of its columns.
std::vector<std::size_t> loadedWalls(const LammpsModel& model);
/// The command that writes the means of values (" v_a v_b") to loads.txt; "" where there are no values.
/// @param format " format ..." of a value, for programs that have this option; else ""
std::string averageLoads(const std::string& values, std::uint64_t steps_per_frame, const std::string& format);

/// Reads the last mean up to a step and stores it as the loads of walls in the world of the simulation. The
/// file has for each wall in `loaded` the force on the grains and its torque about the origin. Error
/// (Storage): the file is cut off.
Status readLoads(const io::Path& file, const std::vector<std::size_t>& loaded,
                 const environment::Walls& walls, std::uint64_t step, scene::Simulation& simulation);

}  // namespace talus::engines
