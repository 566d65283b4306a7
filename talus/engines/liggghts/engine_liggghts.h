#pragma once
#include "talus/engines/lammps/lammps_program.h"
#include "talus/run/runner.h"

namespace talus::engines {

/// Runs a simulation with LIGGGHTS from its present state to options.frames. The result is an ordinary run
/// folder with frames, statistics, wall loads, pictures and checkpoints. The springs of contacts are passed
/// neither to LIGGGHTS nor back. Its input, meshes and log stay in lammps/.
/// @pre checkLammpsModel(liggghtsModel(simulation).grains), or the user allowed what is missing
/// Errors: Input; Storage; Diverged, with failure/ written; Interrupted, with a checkpoint; Runtime when
/// LIGGGHTS fails, with its last lines and the path of its log.
Result<run::Summary> runByLiggghts(scene::Simulation& simulation, const Lammps& liggghts,
                                   run::RunFolder& folder, const run::Options& options, run::Log& log,
                                   const run::Observer& observer);

}  // namespace talus::engines
