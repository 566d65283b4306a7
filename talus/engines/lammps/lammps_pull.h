#pragma once
#include "talus/engines/lammps/lammps_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// Commands that add the attraction between grains (cohesion) to a script; "" where there is none.
std::string pullText(const LammpsModel& model, const std::string& file);

/// Writes the force tables of pullText(), for LAMMPS' `pair_style table`. Error: Storage.
Status writePullTables(const io::ConfinedPath& path, const LammpsModel& model);

}  // namespace talus::engines
