#pragma once
#include "talus/io/file.h"
#include "talus/io/manifest.h"

namespace talus::run {

using io::ConfinedPath;
using io::Path;

/// A run folder and what lies where in it (docs/map.md). While this lives no other process may run in it.
class RunFolder {
  public:
    /// Makes a folder for a new run and writes its manifest and run.toml. Errors (Input): it holds
    /// something and `overwrite` is off, or it is no run folder; (Runtime): a run works in it now.
    /// Overwriting deletes what a run wrote and leaves everything else alone (see left()). A folder with a
    /// manifest and nothing else of a run is taken as empty: that run never began.
    static Result<RunFolder> create(const Path& path, const io::Manifest& manifest,
                                    const std::string& scene_text, bool overwrite);
    /// Takes over a run folder to go on with it.
    static Result<RunFolder> open(const Path& path);
    /// Writes the manifest of a run folder anew; the one that is there is kept as manifest.json.bad.
    static Status rebuildManifest(const Path& path, const io::Manifest& manifest);
    RunFolder(RunFolder&& other) noexcept;
    RunFolder& operator=(RunFolder&&) = delete;
    ~RunFolder();

    const Path& path() const { return path_; }
    const io::Manifest& manifest() const { return manifest_; }
    /// What create() found in an overwritten folder that no run wrote, and left there.
    const std::vector<Path>& left() const { return left_; }
    /// Notes that a session starts that goes on to `frames`.
    Status addSession(io::Session session, std::uint64_t frames);

  private:
    RunFolder(Path path, int lock) : path_(std::move(path)), lock_(lock) {}
    static Result<RunFolder> take(const Path& path);
    Path path_;
    int lock_;
    std::vector<Path> left_;
    io::Manifest manifest_;
};

/// The names inside a run folder, which may come from somebody else: no link in it is followed.
namespace layout {
inline ConfinedPath scene(const Path& run) { return ConfinedPath(run) / "run.toml"; }
inline ConfinedPath manifest(const Path& run) { return ConfinedPath(run) / "manifest.json"; }
inline ConfinedPath stats(const Path& run) { return ConfinedPath(run) / "stats.csv"; }
inline ConfinedPath probes(const Path& run) { return ConfinedPath(run) / "probes"; }
inline ConfinedPath log(const Path& run) { return ConfinedPath(run) / "log.txt"; }
inline ConfinedPath frames(const Path& run) { return ConfinedPath(run) / "frames"; }
inline ConfinedPath checkpoints(const Path& run) { return ConfinedPath(run) / "checkpoints"; }
inline ConfinedPath images(const Path& run) { return ConfinedPath(run) / "images"; }
inline ConfinedPath video(const Path& run) { return ConfinedPath(run) / "video.mp4"; }
inline ConfinedPath plots(const Path& run) { return ConfinedPath(run) / "plots"; }
inline ConfinedPath exports(const Path& run) { return ConfinedPath(run) / "export"; }
inline ConfinedPath lammps(const Path& run) { return ConfinedPath(run) / "lammps"; }
inline ConfinedPath failure(const Path& run) { return ConfinedPath(run) / "failure"; }
}  // namespace layout

/// A name of letters, digits, '-' and '_' that no shell, file system or script reads as anything else.
std::string plainName(const std::string& name);

/// The manifest of a run folder, for those who only look. Error (Input) that says so when it is none.
Result<io::Manifest> inspectRun(const Path& path);

}  // namespace talus::run
