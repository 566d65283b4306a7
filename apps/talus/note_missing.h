#pragma once
#include "talus/run/repair/missing_frames.h"

namespace talus::cli {

/// Prints a note that lists the frames of a range that are missing in a run folder.
void noteMissing(const run::Path& folder, const run::FrameRange& range = {});

}  // namespace talus::cli
