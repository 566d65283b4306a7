#pragma once
#include "talus/run/missing_frames.h"

namespace talus::cli {

/// Notes which frames of a run are gone, for a command that takes all of a range.
void noteMissing(const run::Path& folder, const run::FrameRange& range = {});

}  // namespace talus::cli
