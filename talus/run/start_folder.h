#pragma once
#include <string>

#include "talus/run/folder.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// A run to start.
struct NewRun {
    std::string scene_file;         ///< as the user named it
    std::string scene_text;         ///< of that file
    std::uint64_t last_frame = 0;   ///< counted from the start
    bool overwrite = false;         ///< whether a run in the folder is replaced
    std::uint64_t first_frame = 0;  ///< above 0 where the run goes on from a state that is not its start
};
/// Makes a run folder with run.toml and a manifest of the scene and of its input files. Errors: those of
/// RunFolder::create and inputFilesOf.
Result<RunFolder> startFolder(const Path& path, const scene::Scene& scene, const NewRun& run);

/// The present machine and build as the manifest's entry for a session.
/// @param command_line of this program
/// @param engine the program that computes the steps where that is not Talus: "LAMMPS 29 Sep 2021"
/// @param ranks of that program
io::SessionRecord describeSession(const scene::Simulation& simulation, std::string command_line,
                                  const std::string& engine = {}, int ranks = 0);

}  // namespace talus::run
