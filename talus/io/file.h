#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "talus/io/confined_path.h"

namespace talus::io {

/// A file that gets its name only when it is complete: it is written in the same folder under a temporary
/// name (unfinished.h) and then renamed. Destroying it before commit() deletes it. An existing file of the
/// temporary name is deleted first, not overwritten, since it may be a link.
class OutputFile {
  public:
    static Result<OutputFile> create(const ConfinedPath& path);
    OutputFile(OutputFile&&) = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// After a first error nothing more is written, and commit() returns that error.
    void write(const void* bytes, std::size_t count);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Renames the file to its name. `durable`: waits until it is on the disk, so that it survives a power
    /// cut.
    Status commit(bool durable = false);

  private:
    OutputFile(ConfinedPath path, NameInFolder at, Descriptor file);
    void flush();
    void writeThrough(const char* bytes, std::size_t count);
    ConfinedPath path_;
    NameInFolder at_;
    std::string temporary_;  ///< name in the same folder
    Descriptor file_;
    int failure_ = 0;  ///< errno of the first failure
    std::string buffer_;
};

/// Writes a whole file in one call.
Status writeFile(const ConfinedPath& path, std::string_view text, bool durable = false);

/// Reads a whole file. Errors: Storage where it cannot be read, Input where it has more than `max_bytes`
/// bytes.
Result<std::string> readFile(const ConfinedPath& path, std::uint64_t max_bytes);

/// Waits until the contents of a file are on the disk, so that they survive a power cut.
Status syncToDisk(const ConfinedPath& path);
/// Waits until the names in a folder are on the disk.
Status syncFolder(const ConfinedPath& path);

/// A free name under which to keep a damaged file: NAME.bad, or NAME.bad2, ...
ConfinedPath nameForDamaged(const ConfinedPath& path);

}  // namespace talus::io
