#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "talus/io/checkpoint/checkpoint.h"
#include "talus/run/folder.h"

namespace talus::run {

/// A checkpoint's file; its name says which moment it holds.
struct CheckpointFile {
    std::uint64_t frame = 0;  ///< last completed frame
    std::uint64_t steps = 0;  ///< steps after that frame: not 0 where a run was interrupted
    ConfinedPath path;
};

/// The checkpoints that are there (intact or not), in order; none where there is no folder of them. Error
/// (Storage) when the folder cannot be read.
Result<std::vector<CheckpointFile>> listCheckpoints(const Path& run);

/// Writes checkpoints/checkpoint.NNNN.h5 (or .NNNN+STEPS.h5 within a frame) and deletes older ones so that
/// `keep` are left. The new one is complete on disk before an old one goes.
Status saveCheckpoint(const Path& run, const state::World& world, std::uint64_t scene_hash,
                      const step::Clock& clock, int keep);

/// Deletes all checkpoints after a moment.
Status dropCheckpointsAfter(const Path& run, std::uint64_t frame, std::uint64_t steps);

/// The newest intact checkpoint, or, when `frame` is given, the one of that frame. None when there are no
/// checkpoints at all. `note` hears of every damaged one that was passed over. Errors: Storage when they
/// cannot be read, which says nothing of what is in them; Input when all are damaged or the frame has none,
/// listing those that there are.
Result<std::optional<io::Checkpoint>> loadCheckpoint(const Path& run, std::optional<std::uint64_t> frame,
                                                     const std::function<void(const std::string&)>& note);

/// For a checkpoint that is intact but holds a state that cannot be.
Error cannotBe(const std::string& file, const Error& why);

}  // namespace talus::run
