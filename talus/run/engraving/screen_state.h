#pragma once
#include "talus/io/checkpoint/checkpoint.h"
#include "talus/run/engraving/engraver.h"

namespace talus::run {

/// Writes checkpoints/screen.NNNN.h5 (or .NNNN+STEPS.h5 within a frame) beside the checkpoint of that step,
/// and deletes those whose checkpoint is gone.
Status saveScreen(const Path& run, const ScreenState& state, std::uint64_t step, std::uint64_t scene_hash,
                  const step::Clock& clock);

/// Whether the file beside a checkpoint is there and intact. Errors: Storage where it cannot be read; Input.
Status checkScreenFile(const Path& run, const io::CheckpointInfo& checkpoint);

/// Reads the file of a step. Errors: Storage; Input where it is missing, damaged, or not of this scene.
Result<ScreenState> loadScreen(const Path& run, std::uint64_t step, std::uint64_t scene_hash,
                               const step::Clock& clock);

}  // namespace talus::run
