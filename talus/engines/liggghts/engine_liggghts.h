#pragma once
#include "talus/engines/lammps/lammps_program.h"
#include "talus/run/runner.h"

namespace talus::engines {

/// Runs a simulation from its present state to options.frames by LIGGGHTS, and makes an ordinary run folder
/// of it: frames, statistics, wall loads, pictures, checkpoints. The springs of contacts are not handed over,
/// either way. Its input, meshes and log stay in lammps/.
/// @pre checkLammpsModel(liggghtsModel(simulation).grains), or what is missing is left out on purpose
/// Errors: Input; Storage; Diverged, with failure/ written; Interrupted, with a checkpoint; Runtime when
/// LIGGGHTS fails, with its last lines and the place of its log.
Result<run::Summary> runByLiggghts(scene::Simulation& simulation, const Lammps& liggghts,
                                   run::RunFolder& folder, const run::Options& options, run::Log& log,
                                   const run::Observer& observer);

}  // namespace talus::engines
