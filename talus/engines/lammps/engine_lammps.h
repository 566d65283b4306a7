#pragma once
#include "talus/engines/lammps/lammps_program.h"
#include "talus/run/runner.h"

namespace talus::engines {

/// Runs a simulation with LAMMPS from its present state to options.frames. The result is an ordinary run
/// folder with frames, statistics, pictures and checkpoints. The checkpoints hold the springs of all
/// contacts, so either engine can resume from them. Emitters and sinks act as in a run by Talus: LAMMPS gets
/// commands that insert and delete grains while it runs. Its input and log stay in lammps/.
/// @pre checkLammpsModel(lammpsModel(simulation), ..., true), or the user allowed what is missing
/// Errors: Input; Storage, also where LAMMPS' own files were cut off; Diverged, with failure/ written;
/// Interrupted, with a checkpoint; Runtime when LAMMPS fails, with its last lines and the path of its log.
Result<run::Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, run::RunFolder& folder,
                                 const run::Options& options, run::Log& log, const run::Observer& observer);

}  // namespace talus::engines
