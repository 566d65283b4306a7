#pragma once
#include <string>
#include <vector>

#include "talus/run/folder.h"

namespace talus::run {

/// The result of comparing two runs.
struct Comparison {
    bool same = false;               ///< all frames, and all checkpoints that both runs have, are equal
    std::uint64_t same_frames = 0;   ///< number of frames with equal bytes
    std::vector<std::string> lines;  ///< the differences; for the first frame that differs also its fields
};

/// Compares frames byte by byte and the states in checkpoints by their hashes. For the first frame that
/// differs, reports the largest difference of each field (compareSets). Errors as inspectRun.
Result<Comparison> compareRuns(const Path& a, const Path& b);

}  // namespace talus::run
