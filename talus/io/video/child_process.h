#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/io/file.h"

namespace talus::io {

/// Where a program is that a shell would start by this name; nothing when the PATH has none.
std::optional<Path> findProgram(const std::string& name);

/// A program that runs beside this one: its output comes back line by line, and it ends when its owner does.
class ChildProcess {
  public:
    /// What a program finds to read: nothing, or what say() sends it.
    enum class Reads { Nothing, WhatIsSaid };
    /// Starts a program in a folder, without a shell, and in a process group of its own
    /// (so that a Ctrl-C on the terminal reaches only this program, which then decides). Standard output and
    /// error come back together.
    /// @param words the program's full path, then its arguments
    /// @param environment "NAME=value" for variables that are not set yet
    static Result<ChildProcess> start(std::vector<std::string> words, const Path& folder,
                                      const std::vector<std::string>& environment = {},
                                      Reads reads = Reads::Nothing);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    /// Stops it where it still runs.
    ~ChildProcess();

    /// The complete lines that came meanwhile; waits for some, at most so long. A line longer than 64 KiB is
    /// cut.
    std::vector<std::string> lines(int milliseconds);
    /// Whether it can still write: false once it, and all that it started, have closed their output.
    bool open() const { return output_ >= 0; }
    /// Gives it a text to read. What does not reach it (it has ended, or nothing was to be said) is lost.
    /// @pre it reads on: what is not read yet fits 64 KiB, or it does not wait for its own lines to be taken
    void say(std::string_view text);
    /// Nothing more will be said: it comes to the end of its input.
    void saidAll();
    /// Asks the whole group to end, and after five seconds ends it.
    void stop();
    /// Waits for its end. How it ended: "" when well, else "exit code 1" or "signal 9 (Killed)".
    std::string outcome();

  private:
    ChildProcess(pid_t child, int output, int input) : child_(child), output_(output), input_(input) {}
    bool reap(bool wait);
    pid_t child_;
    int output_;
    int input_;  ///< below 0: nothing can be said
    int status_ = 0;
    bool reaped_ = false;
    std::string pending_;
};

}  // namespace talus::io
