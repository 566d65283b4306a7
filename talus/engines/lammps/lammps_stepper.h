#pragma once
#include "talus/engines/lammps/program_stepper.h"

namespace talus::engines {

/// LAMMPS computes the steps of a simulation, from its present state. The checkpoints hold the springs of all
/// contacts, so either program can go on from them. Emitters and sinks act as in a run by Talus: LAMMPS gets
/// commands that insert and delete grains while it runs. Its input and log stay in lammps/, whose files of an
/// earlier run are deleted.
/// @pre checkLammpsModel(lammpsModel(simulation), ..., true), or the user allowed what is missing
/// Errors: Input, Storage. Errors of its steps: Storage, also where LAMMPS' own files were cut off; Runtime
/// when LAMMPS fails, with its last lines and the path of its log.
Result<std::unique_ptr<run::Stepper>> lammpsStepper(const scene::Simulation& simulation, const Lammps& lammps,
                                                    ProgramRun run);

}  // namespace talus::engines
