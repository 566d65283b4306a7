#pragma once
#include <atomic>

namespace talus::cli {

/// From now on Ctrl-C (and SIGTERM, and a closed terminal) sets the returned flag, so that a run ends with a
/// checkpoint; a second one quits at once with exit code 130. A write past a limit on file sizes becomes an
/// ordinary error.
const std::atomic<bool>& catchStopSignals();

}  // namespace talus::cli
