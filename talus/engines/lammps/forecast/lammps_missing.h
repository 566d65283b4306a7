#pragma once
#include "talus/engines/lammps/lammps_model.h"

namespace talus::engines {

/// Adds to a model what its scene asks for and LAMMPS does not do by itself. `driven`: emitters and sinks,
/// which Talus handles while LAMMPS runs. `missing`: other methods, and every setting of the grains that is
/// not at its default and that the translation does not know, so that none is dropped silently.
void addMissing(const scene::Simulation& simulation, LammpsModel& model);

}  // namespace talus::engines
