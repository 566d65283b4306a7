#pragma once
#include <vector>

#include "talus/scene/simulation.h"

namespace talus::engines {

/// What is known of grains that LAMMPS moves: all that steps of our own tell, but the energy of springs only
/// while `springs_known`.
std::vector<method::Columns> knownColumns(const scene::Simulation& simulation, const bool& springs_known);

}  // namespace talus::engines
