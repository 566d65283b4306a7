#pragma once
#include <functional>
#include <string>

#include "talus/io/checkpoint/checkpoint.h"
#include "talus/run/runner.h"

/// Functions shared by rewind() and repairFrames().
namespace talus::run {

/// A function that reports a text to the log and the observer.
std::function<void(const std::string&)> noteTo(Log& log, const Observer& observer);

/// The error for a run.toml that is not that of the run.
Error otherScene(const RunFolder& folder);

/// Sets a simulation to the state of a checkpoint. Errors as state::restore; Input when it is of another
/// scene or another time step.
Status restoreFrom(const io::Checkpoint& checkpoint, scene::Simulation& simulation, const RunFolder& folder,
                   const Options& options);

}  // namespace talus::run
