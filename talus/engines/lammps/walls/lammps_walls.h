#pragma once
#include <functional>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/laws/lammps_laws.h"

namespace talus::engines {

/// Adds the walls of the scene to the model's `faces`. Walls without a LAMMPS region, and motions that LAMMPS
/// cannot do, are added to `missing`.
/// @param law_of returns the law of a type at a wall's material, and adds to the model what is refused
void addFaces(const scene::Simulation& simulation, const grains::Setup& setup,
              const std::function<LammpsLaw(const LammpsType&, std::uint16_t material,
                                            double curvature_radius)>& law_of,
              LammpsModel& model);

}  // namespace talus::engines
