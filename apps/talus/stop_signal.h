#pragma once
#include <atomic>

namespace talus::cli {

/// After this call Ctrl-C (and SIGTERM, and a closed terminal) sets the returned flag, so that a run ends
/// with a checkpoint. A second signal ends the program at once with exit code 130.
const std::atomic<bool>& catchStopSignals();

/// After this call a write beyond the limit on file sizes is an ordinary error, as on a full disk.
void ignoreFileSizeSignal();
/// After this call the program continues when the reader of stdout or stderr ends (such as a `tee` ended by
/// the same Ctrl-C). Further output is lost.
void ignoreBrokenPipes();

}  // namespace talus::cli
