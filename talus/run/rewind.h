#pragma once
#include "talus/run/runner.h"

namespace talus::run {

/// Puts a simulation to where a resume begins: the newest intact checkpoint, or that of a frame (0 is the
/// start of the run), and deletes frames and checkpoints that come later; they will be written again, the
/// same, and `observer.note` hears which. Nothing is deleted where a checkpoint cannot be read, nor where
/// there is none although one must have been written: then only `frame` 0 starts over. Errors as
/// loadCheckpoint and state::restore; Input when run.toml is not the scene of the run.
/// @param simulation as it was built
Status rewind(scene::Simulation& simulation, const RunFolder& folder, std::optional<std::uint64_t> frame,
              const Options& options, Log& log, const Observer& observer);

/// Writes again those of the frames up to `last` whose files are damaged or gone, each computed from the
/// checkpoint before it, or from the start. Errors: Storage, Diverged, Interrupted.
/// @param like a simulation of the run, which stays as it is
Status repairFrames(const scene::Simulation& like, const RunFolder& folder, std::uint64_t last,
                    const Options& options, Log& log, const Observer& observer);

}  // namespace talus::run
