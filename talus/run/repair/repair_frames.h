#pragma once
#include "talus/run/runner.h"

namespace talus::run {

/// Computes damaged and missing frames up to `last` again, each from the checkpoint before it or from the
/// start, and writes them. Errors: Storage, Diverged, Interrupted.
/// @param like a simulation of the run, which is not changed
Status repairFrames(const scene::Simulation& like, const RunFolder& folder, std::uint64_t last,
                    const Options& options, Log& log, const Observer& observer);

}  // namespace talus::run
