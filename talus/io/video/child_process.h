#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "talus/io/file.h"

namespace talus::io {

/// Where a program is that a shell would start by this name; nothing when the PATH has none.
std::optional<Path> findProgram(const std::string& name);

/// A program that runs beside this one: its output comes back line by line, and it ends when its owner does.
class ChildProcess {
  public:
    /// Starts a program in a folder, without a shell, with nothing to read and in a process group of its own
    /// (so that a Ctrl-C on the terminal reaches only this program, which then decides). Standard output and
    /// error come back together.
    /// @param words the program's full path, then its arguments
    /// @param environment "NAME=value" for variables that are not set yet
    static Result<ChildProcess> start(std::vector<std::string> words, const Path& folder,
                                      const std::vector<std::string>& environment = {});
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    /// Stops it where it still runs.
    ~ChildProcess();

    /// The complete lines that came meanwhile; waits for some, at most so long. A line longer than 64 KiB is
    /// cut.
    std::vector<std::string> lines(int milliseconds);
    /// Whether it can still write: false once it, and all that it started, have closed their output.
    bool open() const { return output_ >= 0; }
    /// Asks the whole group to end, and after five seconds ends it.
    void stop();
    /// Waits for its end. How it ended: "" when well, else "exit code 1" or "signal 9 (Killed)".
    std::string outcome();

  private:
    ChildProcess(pid_t child, int output) : child_(child), output_(output) {}
    bool reap(bool wait);
    pid_t child_;
    int output_;
    int status_ = 0;
    bool reaped_ = false;
    std::string pending_;
};

}  // namespace talus::io
