#pragma once
#include <vector>

#include "talus/scene/simulation.h"

namespace talus::engines {

/// The columns of statistics in a run by LAMMPS: those of a run by Talus, except that the energy of springs
/// is NaN while not `springs_known`.
std::vector<method::Columns> knownColumns(const scene::Simulation& simulation, const bool& springs_known);

}  // namespace talus::engines
