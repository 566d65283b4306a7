#include "talus/io/file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "talus/core/physical_memory.h"
#include "talus/io/unfinished.h"

namespace talus::io {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

}  // namespace

OutputFile::OutputFile(ConfinedPath path, NameInFolder at, Descriptor file)
    : path_(std::move(path)),
      at_(std::move(at)),
      temporary_(unfinishedName(at_.name)),
      file_(std::move(file)) {}

OutputFile::~OutputFile() {
    if (file_) ::unlinkat(at_.folder.get(), temporary_.c_str(), 0);
}

Result<OutputFile> OutputFile::create(const ConfinedPath& path) {
    auto at = openParent(path, "write");
    if (!at) return at.error();
    const std::string temporary = unfinishedName(at->name);
    // A file of that name is left from a killed process with the same number, or is a link made by others.
    if (::unlinkat(at->folder.get(), temporary.c_str(), 0) != 0 && errno != ENOENT)
        return storageError("write", path, errno);
    Descriptor file(::openat(at->folder.get(), temporary.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file) return storageError("write", path, errno);
    return OutputFile(path, std::move(*at), std::move(file));
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
        const ssize_t written = ::write(file_.get(), bytes, count);
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
    if (failure_ == 0 && durable && ::fsync(file_.get()) != 0) failure_ = errno;
    // A network disk may report only now that it is full.
    if (file_.close() != 0 && failure_ == 0) failure_ = errno;
    const int folder = at_.folder.get();
    if (failure_ == 0 && ::renameat(folder, temporary_.c_str(), folder, at_.name.c_str()) != 0)
        failure_ = errno;
    if (failure_ != 0) {
        ::unlinkat(folder, temporary_.c_str(), 0);
        return storageError("write", path_, failure_);
    }
    if (durable) {
        // The new name is on the disk once the folder is synced. Some file systems cannot sync folders; that
        // is not an error, since the contents of the file are safe.
        const Descriptor synced(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (synced) ::fsync(synced.get());
    }
    return success();
}

Status writeFile(const ConfinedPath& path, std::string_view text, bool durable) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    file->write(text);
    return file->commit(durable);
}

Result<std::string> readFile(const ConfinedPath& path, std::uint64_t max_bytes) {
    const auto file = openFile(path, O_RDONLY, "read");
    if (!file) return file.error();
    const int descriptor = file->get();
    std::string text;
    int failure = 0;
    struct stat about {};
    if (::fstat(descriptor, &about) != 0)
        failure = errno;
    else if (S_ISDIR(about.st_mode))
        failure = EISDIR;
    // A device or a pipe has no size; the loop below applies the same limit to what it delivers.
    const auto expected =
        failure == 0 && S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
    bool too_long = expected > max_bytes;
    // A sparse file may be longer than the space that it takes on the disk.
    if (const double memory = physicalMemory(); memory > 0 && static_cast<double>(expected) > memory / 2)
        return Error{
            ErrorKind::Input,
            fmt::format("'{}' has {:.3g} GB, more than half of this machine's memory; use a machine with "
                        "more memory",
                        path.string(), static_cast<double>(expected) / 1e9)};
    if (!too_long && failure == 0) text.reserve(expected + 1);
    constexpr std::size_t chunk = std::size_t{1} << 20;
    while (failure == 0 && !too_long) {
        const std::size_t before = text.size();
        const std::size_t count_wanted =
            expected > before ? std::min<std::uint64_t>(chunk, expected - before) : 4096;
        text.resize(before + count_wanted);
        const ssize_t count = ::read(descriptor, text.data() + before, count_wanted);
        text.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failure = errno;
        if (count <= 0) break;
        too_long = text.size() > max_bytes;
    }
    if (failure != 0) return storageError("read", path, failure);
    if (too_long)
        return Error{ErrorKind::Input, fmt::format("'{}' is larger than {} bytes, the limit for such a file; "
                                                   "check that it is the right file",
                                                   path.string(), max_bytes)};
    return text;
}

Status syncToDisk(const ConfinedPath& path) {
    const auto file = openFile(path, O_RDONLY, "write");
    if (!file) return file.error();
    if (::fsync(file->get()) != 0) return storageError("write", path, errno);
    return success();
}

Status syncFolder(const ConfinedPath& path) {
    const auto inside = openParent(path / "any", "write");
    if (!inside) return inside.error();
    // The descriptor of openParent (O_PATH) cannot be synced.
    const Descriptor folder(::openat(inside->folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // EINVAL: the file system cannot sync folders; the files in it are safe.
    if (!folder || (::fsync(folder.get()) != 0 && errno != EINVAL)) return storageError("write", path, errno);
    return success();
}

ConfinedPath nameForDamaged(const ConfinedPath& path) {
    std::error_code ignored;
    ConfinedPath name = path.beside(path.filename() + ".bad");
    for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(name.path(), ignored)); ++i)
        name = path.beside(fmt::format("{}.bad{}", path.filename(), i));
    return name;
}

}  // namespace talus::io
