#pragma once
#include <vector>

#include "talus/run/folder.h"

namespace talus::run {

/// Deletes what Talus itself writes in a run folder, known by its names: the checkpoints first, so that a run
/// of which only a part is left is never taken for a complete one, and the manifest last, so that a deletion
/// that breaks off can be begun again. Everything else stays, and is returned. Links are deleted, not
/// followed.
/// @param scene the name of the scene that was run, which files for LAMMPS have in theirs
Result<std::vector<Path>> deleteOwnFiles(const Path& run, const std::string& scene);

/// Deletes what Talus and LAMMPS write in a run's lammps/, before LAMMPS opens files of these names again: it
/// would write through a link that somebody has put there.
Status deleteLammpsFiles(const Path& run);

/// Deletes the report of a failure (failure/), before the run goes on.
Status deleteFailureFiles(const Path& run);

/// Deletes what processes that were killed while they wrote left behind in a run folder (io::OutputFile).
/// Files that a living process writes stay. @param scene as of deleteOwnFiles
Status deleteUnfinishedFiles(const Path& run, const std::string& scene);

}  // namespace talus::run
