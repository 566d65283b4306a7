#pragma once
#include "talus/io/file.h"
#include "talus/io/manifest.h"

namespace talus::run {

using io::ConfinedPath;
using io::Path;

/// A run folder (docs/map.md lists its files). While this object exists, no other process can run in it.
class RunFolder {
  public:
    /// Makes a folder for a new run and writes its manifest and run.toml. Errors: Input, where it holds a run
    /// and `overwrite` is off, or where it holds files and is not a run folder; Runtime, where another run
    /// uses it now. Overwriting deletes the files of a run and keeps all others (see left()). A folder with
    /// only a manifest counts as empty: its run never began.
    static Result<RunFolder> create(const Path& path, const io::Manifest& manifest,
                                    const std::string& scene_text, bool overwrite);
    /// Opens a run folder to resume its run.
    static Result<RunFolder> open(const Path& path);
    /// Replaces the manifest of a run folder; the old one is kept as manifest.json.bad.
    static Status rebuildManifest(const Path& path, const io::Manifest& manifest);
    RunFolder(RunFolder&& other) noexcept;
    RunFolder& operator=(RunFolder&&) = delete;
    ~RunFolder();

    const Path& path() const { return path_; }
    const io::Manifest& manifest() const { return manifest_; }
    /// Files in an overwritten folder that no run wrote and that create() did not delete.
    const std::vector<Path>& left() const { return left_; }
    /// Adds a session to the manifest. @param frames last frame of the session
    Status addSession(io::SessionRecord session, std::uint64_t frames);

  private:
    RunFolder(Path path, int lock) : path_(std::move(path)), lock_(lock) {}
    static Result<RunFolder> lock(const Path& path);
    Path path_;
    int lock_;
    std::vector<Path> left_;
    io::Manifest manifest_;
};

/// The paths in a run folder. The folder may come from another user, so links in it are not followed.
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

/// A name of letters, digits, '-' and '_', safe in shells, file systems and scripts. Other characters become
/// '-'.
std::string plainName(const std::string& name);

/// The manifest of a run folder, for reading only. Error (Input) when the folder is not a run folder.
Result<io::Manifest> inspectRun(const Path& path);

}  // namespace talus::run
