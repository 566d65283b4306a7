#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/io/file.h"

namespace talus::io {

/// The path of the program that a shell would start by this name; nothing where it is not on the PATH.
std::optional<Path> findProgram(const std::string& name);

/// A program that runs as a child process. Its output is read line by line. It is stopped when this object is
/// destroyed.
class ChildProcess {
  public:
    /// What the program can read from its standard input: nothing, or the text of say().
    enum class Reads { Nothing, WhatIsSaid };
    /// Starts a program in a folder, without a shell and in a process group of its own, so that Ctrl-C on the
    /// terminal reaches only this program. Its standard output and error are read together.
    /// @param words the program's full path, then its arguments
    /// @param environment "NAME=value" for variables that are not set yet
    static Result<ChildProcess> start(std::vector<std::string> words, const Path& folder,
                                      const std::vector<std::string>& environment = {},
                                      Reads reads = Reads::Nothing);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    /// Stops the program if it still runs.
    ~ChildProcess();

    /// The complete lines that the program wrote since the last call. Waits for a line, at most
    /// `milliseconds`. A line longer than 64 KiB is cut.
    std::vector<std::string> lines(int milliseconds);
    /// Whether it can still write. False once it and all processes that it started have closed their output.
    bool open() const { return output_ >= 0; }
    /// Writes a text to its standard input. Text is lost where the program has ended or was started with
    /// Reads::Nothing. @pre the program reads its input: text not yet read fits 64 KiB, or the program does
    /// not wait for its output to be read
    void say(std::string_view text);
    /// Closes its standard input: it reads the end of the file.
    void saidAll();
    /// Ends its process group: by SIGTERM, and after five seconds by SIGKILL.
    void stop();
    /// Waits for its end. Returns "" where it succeeded, else "exit code 1" or "signal 9 (Killed)".
    std::string outcome();

  private:
    ChildProcess(pid_t child, int output, int input) : child_(child), output_(output), input_(input) {}
    bool reap(bool wait);
    pid_t child_;
    int output_;
    int input_;  ///< below 0: closed
    int status_ = 0;
    bool reaped_ = false;
    std::string pending_;
};

}  // namespace talus::io
