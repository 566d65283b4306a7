#pragma once
#include <memory>
#include <string>

#include "talus/io/file.h"

namespace talus::run {

/// log.txt of a run: one line per event, with the time of day. Errors of writing are ignored: a full disk is
/// reported by the other outputs, and must not be reported for each line.
class Log {
  public:
    /// A log that discards all lines.
    Log();
    /// Appends to a file.
    static Result<Log> open(const io::ConfinedPath& path);
    Log(Log&&) noexcept;
    Log& operator=(Log&&) noexcept;
    ~Log();

    void info(const std::string& line);
    void warning(const std::string& line);
    void error(const std::string& line);

  private:
    struct Sink;
    std::unique_ptr<Sink> sink_;
};

}  // namespace talus::run
