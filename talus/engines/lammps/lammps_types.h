#pragma once
#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_model.h"

namespace talus::engines {

/// Maximum number of types. LAMMPS has 32 groups of atoms; a wall may need one group per type, and a run
/// needs some groups of its own.
inline constexpr std::size_t max_types = 26;

/// Chooses the atom types of all grains, including those that emitters will still insert. One type per
/// material; where LAMMPS' numbers depend on the radius, one per material and radius; where that would be
/// more than max_types, classes of radii of equal ratio. Sets the model's `types`, and the `type` and
/// `density` of each grain.
void chooseTypes(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model);

/// The type of a grain, 1..types. @pre chooseTypes() considered its material and radius
std::uint32_t typeOf(const LammpsModel& model, std::uint16_t material, double radius);

}  // namespace talus::engines
