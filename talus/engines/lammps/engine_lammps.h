#pragma once
#include "talus/engines/lammps/lammps_program.h"
#include "talus/run/runner.h"

namespace talus::engines {

/// Runs a simulation from its present state to options.frames by LAMMPS, and makes an ordinary run folder of
/// it: frames, statistics, pictures, checkpoints with all springs, from which either engine goes on. Spouts
/// pour and sinks take as in steps of our own; LAMMPS is told so while it runs. Its input and log stay in
/// lammps/.
/// @pre checkLammpsModel(lammpsModel(simulation), ..., true), or what is missing is left out on purpose
/// Errors: Input; Storage, also where LAMMPS' own files were cut off; Diverged, with failure/ written;
/// Interrupted, with a checkpoint; Runtime when LAMMPS fails, with its last lines and the place of its log.
Result<run::Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, run::RunFolder& folder,
                                 const run::Options& options, run::Log& log, const run::Observer& observer);

}  // namespace talus::engines
