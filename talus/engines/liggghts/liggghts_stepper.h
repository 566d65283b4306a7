#pragma once
#include "talus/engines/lammps/program_stepper.h"

namespace talus::engines {

/// LIGGGHTS computes the steps of a simulation, from its present state. The springs of contacts are passed
/// neither to LIGGGHTS nor back. Its input, meshes and log stay in lammps/, whose files of an earlier run are
/// deleted.
/// @pre checkLammpsModel(liggghtsModel(simulation).grains), or the user allowed what is missing
/// Errors: Input, Storage. Errors of its steps: Storage; Runtime when LIGGGHTS fails, with its last lines and
/// the path of its log.
Result<std::unique_ptr<run::Stepper>> liggghtsStepper(const scene::Simulation& simulation,
                                                      const Lammps& liggghts, ProgramRun run);

}  // namespace talus::engines
