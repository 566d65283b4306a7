#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/io/file.h"

namespace talus::io {

/// A file that a run was made from.
struct InputFile {
    std::string path;
    std::uint64_t hash = 0;  ///< XXH3 of its bytes
    /// Of a raster: the files that are read with it, such as its .prj. Absent for other files, and in the
    /// manifests of version 0.1, which did not look.
    std::optional<std::vector<InputFile>> beside = {};
};

/// One call of the program that worked on a run: the first start or a resume.
struct Session {
    std::string command_line;
    std::string started;   ///< local time, ISO 8601
    std::string version;   ///< of Talus
    std::string revision;  ///< as BuildInfo has it, likewise the next two
    std::string compiler;
    std::string flags;
    std::string cpu;
    int threads = 0;     ///< worker threads, or ranks of another engine
    std::string device;  ///< "cpu" or "cuda"
    std::uint64_t first_step = 0;
    std::string engine = "talus";  ///< what computed the steps: "talus", "LAMMPS 29 Sep 2021 - Update 2"
};

/// manifest.json: where a run comes from. Its presence is what makes a folder a run folder.
struct Manifest {
    std::string scene;             ///< its name
    std::uint64_t scene_hash = 0;  ///< of the text of run.toml
    std::uint32_t seed = 0;
    std::uint64_t frames = 0;  ///< the last frame that was asked for
    bool force_dt = false;     ///< the step may be longer than the checks allow (time.force_dt)
    std::vector<InputFile> inputs;
    std::vector<Session> sessions;
};

Status writeManifest(const ConfinedPath& path, const Manifest& manifest);
/// Errors: Storage when it cannot be read, Input when it is no manifest of a known format.
Result<Manifest> readManifest(const ConfinedPath& path);

}  // namespace talus::io
