#include "talus/io/file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace talus::io {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

const char* advice(int cause) {
    switch (cause) {
        case ENOSPC: return "free some space on that disk or choose another one";
        case EDQUOT: return "your quota there is used up: free some space or choose another disk";
        case EFBIG: return "the limit on file sizes was hit: raise it (ulimit -f) or choose another disk";
        case EACCES:
        case EPERM: return "choose a place that you may write to, or change its permissions";
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

}  // namespace

Error storageError(std::string_view doing, const Path& path, int cause) {
    return {ErrorKind::Storage,
            fmt::format("cannot {} '{}': {}; {}", doing, path.string(), std::strerror(cause), advice(cause))};
}

OutputFile::OutputFile(Path path, int descriptor)
    : path_(std::move(path)), temporary_(path_.string() + ".tmp"), descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      failure_(other.failure_),
      buffer_(std::move(other.buffer_)) {}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
}

Result<OutputFile> OutputFile::create(const Path& path) {
    const std::string temporary = path.string() + ".tmp";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return storageError("write", path, errno);
    return OutputFile(path, descriptor);
}

void OutputFile::write(const void* bytes, std::size_t count) {
    if (buffer_.size() + count > buffer_bytes) flush();
    if (count > buffer_bytes)
        writeThrough(static_cast<const char*>(bytes), count);
    else
        buffer_.append(static_cast<const char*>(bytes), count);
}

void OutputFile::flush() {
    writeThrough(buffer_.data(), buffer_.size());
    buffer_.clear();
}

void OutputFile::writeThrough(const char* bytes, std::size_t count) {
    while (failure_ == 0 && count > 0) {
        const ssize_t written = ::write(descriptor_, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            failure_ = errno;
            return;
        }
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
}

Status OutputFile::commit(bool durable) {
    flush();
    if (failure_ == 0 && durable && ::fsync(descriptor_) != 0) failure_ = errno;
    // A network disk may say only now that it is full.
    if (::close(std::exchange(descriptor_, -1)) != 0 && failure_ == 0) failure_ = errno;
    if (failure_ == 0 && ::rename(temporary_.c_str(), path_.c_str()) != 0) failure_ = errno;
    if (failure_ != 0) {
        ::unlink(temporary_.c_str());
        return storageError("write", path_, failure_);
    }
    if (durable) {
        // The new name is on the disk once its folder is. Where a file system cannot sync folders the
        // file itself is still safe, so that is no failure.
        const Path folder = path_.has_parent_path() ? path_.parent_path() : Path(".");
        const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor >= 0) {
            ::fsync(descriptor);
            ::close(descriptor);
        }
    }
    return success();
}

Status writeFile(const Path& path, std::string_view text, bool durable) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    file->write(text);
    return file->commit(durable);
}

Result<std::string> readFile(const Path& path, std::uint64_t most) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return storageError("read", path, errno);
    std::string text;
    int failure = 0;
    struct stat about {};
    if (::fstat(descriptor, &about) != 0)
        failure = errno;
    else if (S_ISDIR(about.st_mode))
        failure = EISDIR;
    // A device or a pipe has no size; what it delivers is held to the same bound below.
    const auto expected =
        failure == 0 && S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
    bool too_long = expected > most;
    if (!too_long && failure == 0) text.reserve(expected + 1);
    constexpr std::size_t chunk = std::size_t{1} << 20;
    while (failure == 0 && !too_long) {
        const std::size_t before = text.size();
        const std::size_t room = expected > before ? std::min<std::uint64_t>(chunk, expected - before) : 4096;
        text.resize(before + room);
        const ssize_t count = ::read(descriptor, text.data() + before, room);
        text.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failure = errno;
        if (count <= 0) break;
        too_long = text.size() > most;
    }
    ::close(descriptor);
    if (failure != 0) return storageError("read", path, failure);
    if (too_long)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' is larger than {} bytes, the most that such a file may "
                                 "have; check that it is the right file",
                                 path.string(), most)};
    return text;
}

Status syncToDisk(const Path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return storageError("write", path, errno);
    // EINVAL: a file system that cannot sync folders; the files in it are still safe.
    const int failure = ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
    ::close(descriptor);
    if (failure != 0) return storageError("write", path, failure);
    return success();
}

Path nameForDamaged(const Path& path) {
    std::error_code ignored;
    Path name = path.string() + ".bad";
    for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(name, ignored)); ++i)
        name = fmt::format("{}.bad{}", path.string(), i);
    return name;
}

Status createFolder(const Path& path) {
    std::error_code code;
    std::filesystem::create_directories(path, code);
    if (code) return storageError("create the folder", path, code.value());
    return success();
}

}  // namespace talus::io
