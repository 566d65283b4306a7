#include "talus/io/confined_path.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include <fmt/format.h>

namespace talus::io {
namespace {

const char* advice(int cause) {
    switch (cause) {
        case ENOSPC: return "free some space on that disk or choose another one";
        case EDQUOT: return "your quota there is used up: free some space or choose another disk";
        case EFBIG: return "the limit on file sizes was hit: raise it (ulimit -f) or choose another disk";
        case EACCES:
        case EPERM: return "choose a folder that you may write to, or change its permissions";
        case EROFS: return "that disk is read-only: choose another one";
        case ENOENT: return "check the path";
        case ENOTDIR: return "a part of that path is a file, not a folder: choose another path";
        case EISDIR: return "that is a folder: give a file";
        case ENAMETOOLONG: return "choose a shorter path";
        case EMFILE:
        case ENFILE: return "too many files are open: raise the limit (ulimit -n)";
        case EIO: return "the disk reports a fault: check it, and copy your data to another one";
        default: return "check the path and the disk";
    }
}

Error notConfined(std::string_view doing, const Path& part, std::string_view what) {
    return {
        ErrorKind::Input,
        fmt::format("cannot {} '{}': {}, and inside of a run folder only ordinary files and folders are "
                    "opened, so that nothing outside of it changes; if it is yours, replace it by what it "
                    "refers to, else delete it",
                    doing, part.string(), what)};
}

bool isLink(int folder, const char* name) {
    struct stat about {};
    return ::fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode);
}

/// Opens a folder within a folder. @param upper path of the outer folder, for messages
Result<Descriptor> enter(int folder, const Path& name, const Path& upper, std::string_view doing) {
    if (name == ".." || name.is_absolute())
        return notConfined(doing, upper / name, "its path leads out of the folder");
    Descriptor inner(::openat(folder, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (inner) return inner;
    const int cause = errno;
    if (isLink(folder, name.c_str())) return notConfined(doing, upper / name, "it is a symbolic link");
    return storageError(doing, upper / name, cause);
}

}  // namespace

Error storageError(std::string_view doing, const ConfinedPath& path, int cause) {
    return {ErrorKind::Storage,
            fmt::format("cannot {} '{}': {}; {}", doing, path.string(), std::strerror(cause), advice(cause))};
}

ConfinedPath ConfinedPath::operator/(std::string_view name) const {
    ConfinedPath inner = *this;
    inner.below_ /= name;
    return inner;
}

ConfinedPath ConfinedPath::beside(std::string_view name) const {
    ConfinedPath other = *this;
    (below_.empty() ? other.named_ : other.below_).replace_filename(name);
    return other;
}

Result<NameInFolder> openParent(const ConfinedPath& path, std::string_view doing) {
    const bool own = path.below().empty();
    Path at = own ? path.named().parent_path() : path.named();
    Descriptor folder(::open(at.empty() ? "." : at.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder) return storageError(doing, path, errno);
    if (own) return NameInFolder{std::move(folder), path.named().filename().string()};
    for (const Path& name : path.below().parent_path()) {
        auto inner = enter(folder.get(), name, at, doing);
        if (!inner) return inner.error();
        folder = std::move(*inner);
        at /= name;
    }
    const Path name = path.below().filename();
    if (name.empty() || name == "." || name == ".." || path.below().is_absolute())
        return notConfined(doing, path.path(), "its path leads out of the folder");
    return NameInFolder{std::move(folder), name.string()};
}

Result<Descriptor> openFile(const ConfinedPath& path, int flags, std::string_view doing) {
    constexpr mode_t mode = 0666;
    if (path.below().empty()) {
        Descriptor file(::open(path.named().c_str(), flags | O_CLOEXEC, mode));
        if (!file) return storageError(doing, path, errno);
        return file;
    }
    const auto parent = openParent(path, doing);
    if (!parent) return parent.error();
    // Without O_NONBLOCK, opening a pipe would wait for its other end. The flag has no effect on ordinary
    // files.
    Descriptor file(::openat(parent->folder.get(), parent->name.c_str(),
                             flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode));
    const int cause = errno;
    if (!file && isLink(parent->folder.get(), parent->name.c_str()))
        return notConfined(doing, path.path(), "it is a symbolic link");
    struct stat about {};
    if (!file && ::fstatat(parent->folder.get(), parent->name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
        return storageError(doing, path, cause);
    if (file && ::fstat(file.get(), &about) != 0) return storageError(doing, path, errno);
    if (S_ISDIR(about.st_mode)) return storageError(doing, path, EISDIR);
    if (!S_ISREG(about.st_mode)) return notConfined(doing, path.path(), "it is a pipe or a device");
    if (!file) return storageError(doing, path, cause);
    return file;
}

Status createFolder(const ConfinedPath& path) {
    constexpr std::string_view doing = "create the folder";
    std::error_code code;
    std::filesystem::create_directories(path.named(), code);
    if (code) return storageError(doing, path, code.value());
    if (path.below().empty()) return success();
    Path at = path.named();
    Descriptor folder(::open(at.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder) return storageError(doing, path, errno);
    for (const Path& name : path.below()) {
        if (::mkdirat(folder.get(), name.c_str(), 0777) != 0 && errno != EEXIST)
            return storageError(doing, path, errno);
        auto inner = enter(folder.get(), name, at, doing);
        if (!inner) return inner.error();
        folder = std::move(*inner);
        at /= name;
    }
    return success();
}

Status removeFile(const ConfinedPath& path) {
    const auto parent = openParent(path, "delete");
    if (!parent) {
        std::error_code code;
        // Where its folder does not exist, the file does not exist either.
        if (!std::filesystem::exists(path.path().parent_path(), code) && !code) return success();
        return parent.error();
    }
    if (::unlinkat(parent->folder.get(), parent->name.c_str(), 0) != 0 && errno != ENOENT)
        return storageError("delete", path, errno);
    return success();
}

}  // namespace talus::io
