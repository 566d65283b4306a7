#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/run/frames.h"

namespace talus::run {

/// The frame at which a run begins: 0, or what its manifest says.
std::uint64_t firstFrame(const Path& run);
/// The last frame that a run has completed, from its checkpoints, statistics and frames.
std::optional<std::uint64_t> lastFrame(const Path& run);

/// Frames from the first to the last.
struct FrameSpan {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};
/// "frame 7", "frames 7 to 9".
std::string framesText(FrameSpan frames);

/// The frames from the first to the last completed one of which any file is missing. A set with files in less
/// than half of the frames is not expected in the others.
std::vector<FrameSpan> missingFrames(const Path& run);
/// "frame 3, frames 7 to 9": the missing frames in a range. Empty: none.
std::string missingText(const Path& run, const FrameRange& range = {});

}  // namespace talus::run
