#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "talus/io/confined_path.h"

namespace talus::io {

/// A file that appears under its name only when it is complete: written beside it under another name
/// (unfinished.h), then renamed. Destroying it before commit() removes what was written. What lay at that
/// other name is deleted, not written to: it may be a link.
class OutputFile {
  public:
    static Result<OutputFile> create(const ConfinedPath& path);
    OutputFile(OutputFile&&) = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// Errors stick: after the first one nothing more is written and commit() returns it.
    void write(const void* bytes, std::size_t count);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Gives the file its name. `durable`: only after the disk has it (survives a power cut).
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

/// One call for a small file.
Status writeFile(const ConfinedPath& path, std::string_view text, bool durable = false);

/// The whole file. Errors: Storage when it cannot be read, Input when it has more than `most` bytes.
Result<std::string> readFile(const ConfinedPath& path, std::uint64_t most);

/// Waits until the disk has what was written to a file (survives a power cut).
Status syncToDisk(const ConfinedPath& path);
/// The same of a folder's names.
Status syncFolder(const ConfinedPath& path);

/// The name under which a damaged file is kept: NAME.bad, or NAME.bad2, ... where that is taken.
ConfinedPath nameForDamaged(const ConfinedPath& path);

}  // namespace talus::io
