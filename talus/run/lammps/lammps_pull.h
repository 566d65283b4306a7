#pragma once
#include "talus/io/file.h"
#include "talus/run/lammps/lammps_model.h"

namespace talus::run {

/// Commands that add the attraction of grains (cohesion) to the laws of a script; "" where there is none.
std::string pullText(const LammpsModel& model, const std::string& file);

/// Writes the tables that they read, for LAMMPS' `pair_style table`. Error: Storage.
Status writePullTables(const io::ConfinedPath& path, const LammpsModel& model);

}  // namespace talus::run
