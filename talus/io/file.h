#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "talus/core/result.h"

namespace talus::io {

using Path = std::filesystem::path;

/// Storage error that names the file, the cause (an errno value) and what to do about it.
/// @param doing "write", "read", "create the folder" ...
Error storageError(std::string_view doing, const Path& path, int cause);

/// A file that appears under its name only when it is complete: written beside it as NAME.tmp, then
/// renamed. Destroying it before commit() removes what was written.
class OutputFile {
  public:
    static Result<OutputFile> create(const Path& path);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// Errors stick: after the first one nothing more is written and commit() returns it.
    void write(const void* bytes, std::size_t count);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Gives the file its name. `durable`: only after the disk has it (survives a power cut).
    Status commit(bool durable = false);

  private:
    OutputFile(Path path, int descriptor);
    void flush();
    void writeThrough(const char* bytes, std::size_t count);
    Path path_;
    Path temporary_;
    int descriptor_;
    int failure_ = 0;  ///< errno of the first failure
    std::string buffer_;
};

/// One call for a small file.
Status writeFile(const Path& path, std::string_view text, bool durable = false);

/// The whole file. Errors: Storage when it cannot be read, Input when it has more than `most` bytes.
Result<std::string> readFile(const Path& path, std::uint64_t most);

/// Waits until the disk has what was written to a file, or a folder's names (survives a power cut).
Status syncToDisk(const Path& path);

/// The name under which a damaged file is kept: NAME.bad, or NAME.bad2, ... where that is taken.
Path nameForDamaged(const Path& path);

/// Creates a folder and those above it.
Status createFolder(const Path& path);

}  // namespace talus::io
