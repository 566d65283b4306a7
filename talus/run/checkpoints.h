#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "talus/io/checkpoint/checkpoint.h"
#include "talus/run/folder.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// The file of a checkpoint. Its name holds frame and step.
struct CheckpointFile {
    std::uint64_t frame = 0;  ///< last completed frame
    std::uint64_t steps = 0;  ///< steps after that frame; not 0 where a run was interrupted
    ConfinedPath path;
};

/// All checkpoint files, intact or not, in order; none where the folder does not exist. Error (Storage) when
/// the folder cannot be read.
Result<std::vector<CheckpointFile>> listCheckpoints(const Path& run);

/// Writes checkpoints/checkpoint.NNNN.h5 (or .NNNN+STEPS.h5 within a frame) and deletes the oldest ones
/// beyond `keep`. The new one is complete on disk before an old one is deleted.
Status saveCheckpoint(const Path& run, const state::World& world, std::uint64_t scene_hash,
                      const step::Clock& clock, int keep);

/// Whether a run writes a checkpoint at a frame.
bool hasCheckpoint(std::uint64_t frame, std::uint64_t last_frame, const scene::Output& output);

/// Deletes all checkpoints after a frame and a number of steps.
Status dropCheckpointsAfter(const Path& run, std::uint64_t frame, std::uint64_t steps);

/// Reads the newest intact checkpoint, or, when `frame` is given, that of the frame. Empty when there are no
/// checkpoints. Damaged ones are skipped and reported to `note`. Errors: Storage, when a file cannot be read
/// (it may be intact); Input, when all are damaged or the frame has none, with a list of the others.
/// @param beside whether what the run needs beside a checkpoint is intact, such as the state of a screen; its
/// errors count as those of the checkpoint
Result<std::optional<io::Checkpoint>> loadCheckpoint(
    const Path& run, std::optional<std::uint64_t> frame, const std::function<void(const std::string&)>& note,
    const std::function<Status(const io::Checkpoint&)>& beside = {});

/// The error for a checkpoint that is intact but holds an impossible state.
Error cannotBe(const std::string& file, const Error& why);

}  // namespace talus::run
