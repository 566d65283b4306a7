#pragma once
#include "talus/io/file.h"
#include "talus/state/world.h"
#include "talus/step/clock.h"

/// Checkpoints: the persistent state of a world, bit by bit, as an HDF5 file that h5py and h5dump can also
/// read. The file begins with 512 bytes (an HDF5 user block) with the length of the file and an XXH3 hash of
/// the rest. So a truncated or damaged file is recognised before HDF5 reads it. The hash protects against
/// accidents, not against forgery.
namespace talus::io {

/// The contents of a checkpoint other than the state.
struct CheckpointInfo {
    std::uint64_t scene_hash = 0;  ///< of the resolved scene's text
    step::Clock clock;
    double time = 0;  ///< [s]
    std::uint64_t step = 0;
    std::uint64_t state_hash = 0;  ///< state::stateHash of the world; filled in by the writer
    std::string version;           ///< of Talus; filled in by the writer
};

struct Checkpoint {
    std::string file;  ///< its path, for messages
    CheckpointInfo info;
    state::Snapshot state;
};

/// Writes a checkpoint. It gets its name only when the whole file is on the disk. Needs memory for about
/// twice the size of the state (the HDF5 image and its copy).
Status writeCheckpoint(const ConfinedPath& path, const state::World& world, CheckpointInfo info);

/// Errors: Storage where it cannot be read, Input where it is truncated, damaged or not a checkpoint.
Result<Checkpoint> readCheckpoint(const ConfinedPath& path);
/// Reads a checkpoint without the values; the checks and errors are the same.
Result<CheckpointInfo> inspectCheckpoint(const ConfinedPath& path);

/// The version of the HDF5 library in use.
std::string checkpointLibrary();

}  // namespace talus::io
