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

/// Computes damaged and missing frames up to `last` again, each from the checkpoint before it or from the
/// start, and writes them. Errors: Storage, Diverged, Interrupted.
/// @param like a simulation of the run, which is not changed
Status repairFrames(const scene::Simulation& like, const RunFolder& folder, std::uint64_t last,
                    const Options& options, Log& log, const Observer& observer);

}  // namespace talus::run
