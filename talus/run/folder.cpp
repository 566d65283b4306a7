#include "talus/run/folder.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "talus/io/unfinished.h"
#include "talus/io/video/video.h"
#include "talus/run/own_files.h"

namespace talus::run {
namespace {

Error notARun(const Path& path, const std::string& why) {
    return {ErrorKind::Input,
            fmt::format("'{}' is not a run folder: {}; give a folder that `talus run` wrote", path.string(),
                        why)};
}

/// Deletes the unfinished manifest or scene of a process that was killed while it created the folder.
Status deleteUnfinishedStart(const Path& folder) {
    std::vector<ConfinedPath> unfinished;
    std::error_code code;
    std::filesystem::directory_iterator entry(folder, code);
    for (const std::filesystem::directory_iterator end; !code && entry != end; entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        const auto what = io::parseUnfinished(name);
        if (what && what->abandoned && (what->name == "manifest.json" || what->name == "run.toml"))
            unfinished.push_back(ConfinedPath(folder) / name);
    }
    for (const ConfinedPath& path : unfinished)
        if (Status status = io::removeFile(path); !status) return status;
    return success();
}

/// Whether the run never began: a full disk or a kill came between writing its manifest and its scene.
bool neverBegan(const Path& folder) {
    std::error_code code;
    for (const ConfinedPath& part :
         {layout::scene(folder), layout::frames(folder), layout::checkpoints(folder), layout::stats(folder)})
        if (std::filesystem::symlink_status(part.path(), code).type() !=
            std::filesystem::file_type::not_found)
            return false;
    return true;
}

/// Advice for a run folder with a damaged or missing manifest; "" where its scene is missing too.
std::string rebuildAdvice(const Path& folder) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(layout::scene(folder).path(), code)) return {};
    return fmt::format("; `talus info {} --rebuild-manifest` makes a new manifest from its run.toml",
                       folder.string());
}

}  // namespace

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::exchange(other.lock_, -1)),
      left_(std::move(other.left_)),
      manifest_(std::move(other.manifest_)) {}

RunFolder::~RunFolder() {
    if (lock_ >= 0) ::close(lock_);
}

Result<RunFolder> RunFolder::lock(const Path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return io::storageError("open the folder", path, errno);
    RunFolder folder(path, file);
    // The lock ends with the process, also when it is killed. A file system without locks is no error.
    if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return Error{ErrorKind::Runtime,
                     fmt::format("another run is using '{}'; wait for it, stop it, or choose another folder",
                                 path.string())};
    return folder;
}

Result<RunFolder> RunFolder::create(const Path& path, const io::Manifest& manifest,
                                    const std::string& scene_text, bool overwrite) {
    std::error_code code;
    const auto kind = std::filesystem::status(path, code).type();
    if (kind != std::filesystem::file_type::not_found && kind != std::filesystem::file_type::directory)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' is not a folder; choose another path", path.string())};
    if (Status status = io::createFolder(path); !status) return status.error();
    auto folder = lock(path);
    if (!folder) return folder;
    if (Status status = deleteUnfinishedStart(path); !status) return status.error();
    const bool empty = std::filesystem::is_empty(path, code);
    if (code) return io::storageError("read the folder", path, code.value());
    if (!empty) {
        const auto before = io::readManifest(layout::manifest(path));
        if (!before)
            return Error{ErrorKind::Input,
                         fmt::format("'{}' holds files and is not a run folder, so it is not overwritten; "
                                     "choose another folder with --out{}",
                                     path.string(), rebuildAdvice(path))};
        if (!overwrite && !neverBegan(path))
            return Error{
                ErrorKind::Input,
                fmt::format("'{0}' already holds a run; go on with it (talus resume {0}), replace it "
                            "(--overwrite), or choose another folder (--out)",
                            path.string())};
        auto left = deleteOwnFiles(path, before->scene);
        if (!left) return left.error();
        folder->left_ = std::move(*left);
    }
    // The manifest is written first: from now on the folder counts as a run folder, even after a kill.
    folder->manifest_ = manifest;
    if (Status status = io::writeManifest(layout::manifest(path), manifest); !status) return status.error();
    if (Status status = io::writeFile(layout::scene(path), scene_text, true); !status) {
        static_cast<void>(io::removeFile(layout::manifest(path)));  // the run has not begun
        return status.error();
    }
    return folder;
}

Status RunFolder::rebuildManifest(const Path& path, const io::Manifest& manifest) {
    auto folder = lock(path);
    if (!folder) return folder.error();
    const ConfinedPath present = layout::manifest(path);
    std::error_code code;
    if (std::filesystem::symlink_status(present.path(), code).type() !=
        std::filesystem::file_type::not_found) {
        const ConfinedPath kept = io::nameForDamaged(present);
        std::filesystem::rename(present.path(), kept.path(), code);
        if (code) return io::storageError("rename", present, code.value());
    }
    return io::writeManifest(present, manifest);
}

Result<io::Manifest> inspectRun(const Path& path) {
    std::error_code code;
    if (std::filesystem::is_regular_file(path, code)) return notARun(path, "it is a file");
    if (!std::filesystem::is_directory(path, code)) return notARun(path, "there is no such folder");
    if (!std::filesystem::exists(layout::manifest(path).path(), code))
        return notARun(path, "it has no manifest.json" + rebuildAdvice(path));
    auto manifest = io::readManifest(layout::manifest(path));
    if (!manifest && manifest.error().kind == ErrorKind::Input)
        return Error{ErrorKind::Input, manifest.error().message + rebuildAdvice(path)};
    return manifest;
}

Result<RunFolder> RunFolder::open(const Path& path) {
    auto manifest = inspectRun(path);
    if (!manifest) return manifest.error();
    auto folder = lock(path);
    if (!folder) return folder;
    if (Status status = deleteUnfinishedFiles(path, manifest->scene); !status) return status.error();
    io::removeUnfinishedFilms(layout::video(path).path());
    folder->manifest_ = std::move(*manifest);
    return folder;
}

Status RunFolder::addSession(io::SessionRecord session, std::uint64_t frames) {
    manifest_.sessions.push_back(std::move(session));
    manifest_.frames = frames;
    return io::writeManifest(layout::manifest(path_), manifest_);
}

std::string plainName(const std::string& name) {
    std::string plain = name.empty() ? "scene" : name;
    for (char& c : plain)
        if (std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_").find(c) ==
            std::string_view::npos)
            c = '-';
    return plain;
}

}  // namespace talus::run
