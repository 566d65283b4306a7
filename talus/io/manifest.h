#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/io/file.h"

namespace talus::io {

/// An input file of a run.
struct InputFile {
    std::string path;
    std::uint64_t hash = 0;  ///< XXH3 of its bytes
    /// For a raster: the files that are read with it, such as its .prj. Absent for other files and in
    /// manifests of version 0.1.
    std::optional<std::vector<InputFile>> beside = {};
};

/// A call of the program that computed a part of a run: the first start or a resume.
struct SessionRecord {
    std::string command_line;
    std::string started;   ///< local time, ISO 8601
    std::string version;   ///< of Talus
    std::string revision;  ///< of Talus; this and the next two as in BuildInfo
    std::string compiler;
    std::string flags;
    std::string cpu;
    int threads = 0;     ///< worker threads, or ranks of another engine
    std::string device;  ///< "cpu" or "cuda"
    std::uint64_t first_step = 0;
    std::string engine = "talus";  ///< what computed the steps: "talus", "LAMMPS 29 Sep 2021 - Update 2"
};

/// manifest.json: the origin of a run. A folder that has this file is a run folder.
struct Manifest {
    std::string scene;             ///< its name
    std::uint64_t scene_hash = 0;  ///< of the text of run.toml
    std::uint32_t seed = 0;
    std::uint64_t frames = 0;  ///< number of the last frame that was asked for
    /// At which the run begins: above 0 where it goes on from the state of another run.
    std::uint64_t first_frame = 0;
    bool force_dt = false;  ///< whether time.force_dt allowed a step longer than the checks allow
    std::vector<InputFile> inputs;
    std::vector<SessionRecord> sessions;
};

Status writeManifest(const ConfinedPath& path, const Manifest& manifest);
/// Errors: Storage where it cannot be read, Input where it is not a manifest of a known format.
Result<Manifest> readManifest(const ConfinedPath& path);

}  // namespace talus::io
