#pragma once
#include <functional>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/laws/lammps_laws.h"

namespace talus::engines {

/// Fills `faces` of the model with the walls of the scene; those that LAMMPS has no region for, or whose
/// motion it cannot say, are `missing`.
/// @param law_of what the grains of a type meet at a material; says in the model what is refused
void addFaces(const scene::Simulation& simulation, const grains::Setup& setup,
              const std::function<LammpsLaw(const LammpsType&, std::uint16_t material, double bend)>& law_of,
              LammpsModel& model);

}  // namespace talus::engines
