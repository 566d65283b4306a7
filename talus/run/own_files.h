#pragma once
#include <vector>

#include "talus/run/folder.h"

namespace talus::run {

/// Deletes the files of Talus in a run folder, recognised by their names. The checkpoints are deleted first,
/// so that a partly deleted run is never taken for a complete one; the manifest last, so that an interrupted
/// deletion can be repeated. All other files are kept and returned. Links are deleted, not followed.
/// @param scene name of the scene of the run, which is in the names of files for LAMMPS
Result<std::vector<Path>> deleteOwnFiles(const Path& run, const std::string& scene);

/// Deletes the files of Talus and LAMMPS in a run's lammps/. This is needed before LAMMPS opens files of
/// these names, since it would follow a link in their place.
Status deleteLammpsFiles(const Path& run);

/// Deletes the report of a failure (failure/), before a run is resumed.
Status deleteFailureFiles(const Path& run);

/// Deletes unfinished files of killed processes in a run folder (io::OutputFile). Unfinished files of living
/// processes are kept. @param scene as of deleteOwnFiles
Status deleteUnfinishedFiles(const Path& run, const std::string& scene);

}  // namespace talus::run
