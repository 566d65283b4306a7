#pragma once
#include <atomic>

namespace talus::cli {

/// From now on Ctrl-C (and SIGTERM, and a closed terminal) sets the returned flag, so that a run ends with a
/// checkpoint; a second one quits at once with exit code 130.
const std::atomic<bool>& catchStopSignals();

/// From now on a write past a limit on file sizes is an ordinary error, as on a full disk.
void outliveFileSizeLimit();
/// From now on a reader of stdout or stderr that goes away (a `tee` that the same Ctrl-C ended) does not end
/// the program: what it says is lost, what it does is not.
void outliveReaders();

}  // namespace talus::cli
