#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "talus/run/folder.h"
#include "talus/run/session/session.h"

namespace talus::viewer {

/// A recorded run as a session that can go on.
struct ResumedRun {
    run::Session session;          ///< at the state of a checkpoint, or at the start
    std::uint64_t last_frame = 0;  ///< of the run
};
/// Opens the newest intact checkpoint of a run folder, or the newest one that is not after a frame; without
/// such a checkpoint the start of the run. Nothing in the folder is changed.
/// @param up_to the frame; absent: the newest checkpoint
/// @param warnings warnings about the scene and about damaged checkpoints are added to it
/// Errors: Input where run.toml or the files of the scene are not those of the run, where another program
/// computed it, or where it has no state to begin from; Storage.
Result<ResumedRun> resumeRun(const run::Path& folder, std::optional<std::uint64_t> up_to, int threads,
                             std::string& warnings);

}  // namespace talus::viewer
