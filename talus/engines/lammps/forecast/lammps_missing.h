#pragma once
#include "talus/engines/lammps/lammps_model.h"

namespace talus::engines {

/// Adds to a model what its scene asks for and LAMMPS does not do: spouts and sinks, which who drives LAMMPS
/// sees to (`driven`), other methods, and every setting of the grains that is not at its default and that the
/// export does not know (`missing`), so that none is dropped silently.
void addMissing(const scene::Simulation& simulation, LammpsModel& model);

}  // namespace talus::engines
