#pragma once
#include <memory>
#include <string>

#include "talus/io/file.h"

namespace talus::run {

/// log.txt of a run: a line an event, with the time of day. Writing it is best effort: a full disk shows
/// itself in the outputs that matter, and must not be reported once a line.
class Log {
  public:
    /// Goes to nowhere.
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
