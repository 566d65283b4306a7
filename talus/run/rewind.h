#pragma once
#include "talus/run/runner.h"

namespace talus::run {

/// Sets a simulation to the state where a resume begins: the newest intact checkpoint, or that of `frame` (0
/// is the start of the run). Reports the later frames to `observer.note` and deletes the later checkpoints;
/// the run writes both again, with the same contents. Nothing is deleted where a checkpoint cannot be read,
/// or where there is none although one was due: then only `frame` 0 starts over. Errors as loadCheckpoint and
/// state::restore; Input when run.toml is not the scene of the run.
/// @param simulation as built
Status rewind(scene::Simulation& simulation, const RunFolder& folder, std::optional<std::uint64_t> frame,
              const Options& options, Log& log, const Observer& observer);

}  // namespace talus::run
