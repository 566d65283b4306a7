#pragma once
#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/laws/lammps_laws.h"

namespace talus::engines {

/// Adds to the model's notes where LAMMPS computes something a little differently in this scene, each with a
/// number where one is known before the run. docs/theory/lammps.md derives them. @pre types, pairs and faces
/// are there
void addDifferences(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model);

/// Adds that springs are lost, where there are some: for files that are written without a run, whose data
/// file has no place for them.
void noteLostSprings(const scene::Simulation& simulation, LammpsModel& model);

}  // namespace talus::engines
