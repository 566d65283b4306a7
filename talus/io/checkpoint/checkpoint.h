#pragma once
#include "talus/io/file.h"
#include "talus/state/world.h"
#include "talus/step/clock.h"

/// Checkpoints: the persistent state of a world with every bit, as an HDF5 file that h5py and h5dump read
/// too. In front of the HDF5 part stand 512 bytes (to HDF5 a user block) with the file's length and an XXH3
/// hash of the rest, so that a truncated or damaged file is recognised before HDF5 looks at it. The hash
/// guards against accidents, not against forgery.
namespace talus::io {

/// What a checkpoint says beside the state.
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

/// Writes beside, syncs, renames: the name appears when the disk has the whole file. Needs about twice the
/// size of the state in memory (once as the HDF5 image and once as its copy).
Status writeCheckpoint(const ConfinedPath& path, const state::World& world, CheckpointInfo info);

/// Errors: Storage when it cannot be read, Input when it is truncated, damaged or no checkpoint.
Result<Checkpoint> readCheckpoint(const ConfinedPath& path);
/// The same checks, without the values.
Result<CheckpointInfo> inspectCheckpoint(const ConfinedPath& path);

/// The version of the HDF5 library in use.
std::string checkpointLibrary();

}  // namespace talus::io
