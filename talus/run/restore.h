#pragma once
#include <functional>
#include <string>

#include "talus/io/checkpoint/checkpoint.h"
#include "talus/run/runner.h"

/// What rewind() and repairFrames() have in common.
namespace talus::run {

/// Tells the log and whoever watches.
std::function<void(const std::string&)> noteTo(Log& log, const Observer& observer);

/// For a run.toml that is not that of the run.
Error otherScene(const RunFolder& folder);

/// Puts a simulation to the state of a checkpoint. Errors as state::restore; Input when it is of another
/// scene, or of another step.
Status restoreFrom(const io::Checkpoint& checkpoint, scene::Simulation& simulation, const RunFolder& folder,
                   const Options& options);

}  // namespace talus::run
