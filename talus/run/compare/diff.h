#pragma once
#include <string>
#include <vector>

#include "talus/run/folder.h"

namespace talus::run {

/// How two runs compare.
struct Comparison {
    bool same = false;               ///< every frame of both, and every checkpoint that both have
    std::uint64_t same_frames = 0;   ///< frames of equal bytes
    std::vector<std::string> lines;  ///< the findings, one a line; of the first frame that differs the fields
};

/// Compares frames byte by byte and the states in checkpoints by their hashes. In the first frame that
/// differs, points are matched by their id where both have one, and the largest difference of each field
/// is told. Errors as inspectRun.
Result<Comparison> compareRuns(const Path& a, const Path& b);

}  // namespace talus::run
