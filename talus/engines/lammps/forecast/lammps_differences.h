#pragma once
#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/laws/lammps_laws.h"

namespace talus::engines {

/// Adds a note to the model for each thing that LAMMPS computes a little differently in this scene, with its
/// size where that is known before the run. docs/theory/lammps.md derives the sizes. @pre the model has its
/// types, pairs and faces
void addDifferences(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model);

/// Adds a note that the springs of contacts are lost, where there are any. For exported files: a data file
/// cannot hold springs.
void noteLostSprings(const scene::Simulation& simulation, LammpsModel& model);

}  // namespace talus::engines
