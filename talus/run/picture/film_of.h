#pragma once
#include <atomic>
#include <string>
#include <vector>

#include "talus/run/frames.h"

namespace talus::run {

/// Makes a video of the pictures FOLDER/NAME.NNNN.png of these frames, in this order. Errors as
/// io::encodeVideo; Storage.
/// @param frame_rate [1/s] @param stop ends the encoding when it becomes true
Result<Path> filmOf(const ConfinedPath& folder, const std::string& name,
                    const std::vector<std::uint64_t>& frames, const Path& output, double frame_rate,
                    const std::atomic<bool>* stop = nullptr);

}  // namespace talus::run
