#pragma once
#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_model.h"

namespace talus::engines {

/// LAMMPS has 32 groups of atoms. A wall may need one a type, and a run needs some of its own.
inline constexpr std::size_t most_types = 26;

/// The kinds of atoms that the grains of a scene become, those that it may still pour among them: one a
/// material; where LAMMPS' numbers depend on the radius, one a material and radius; where there are more
/// radii than most_types, classes of radii of equal ratio. Fills `types`, and `type` and `density` of each
/// grain.
void chooseTypes(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model);

/// The type of a grain, 1..types. @pre chooseTypes() knew its material and radius
std::uint32_t typeOf(const LammpsModel& model, std::uint16_t material, double radius);

}  // namespace talus::engines
