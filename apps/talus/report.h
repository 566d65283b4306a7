#pragma once
#include <cstdint>
#include <string>

#include "talus/core/result.h"

namespace talus::cli {

/// Prints on stdout or stderr and flushes. Never throws and never fails: a run continues when its reader is
/// gone. finishOutput() reports a full stdout at the end of the program. Here and in print(), control
/// characters from files and file names are made harmless (printableText).
void say(const std::string& text);
void sayOnStderr(const std::string& text);
/// Replaces the last line of the terminal by this line, without a line end.
void sayInPlace(const std::string& line);

/// Prints the result of a command on stdout. Throws std::system_error where stdout cannot be written.
void print(const std::string& text);

/// Flushes stdout at the end of the program. @return `exit_code`; where stdout could not be written, reports
/// an error and returns that of ErrorKind::Storage unless `exit_code` is an error already
int finishOutput(int exit_code);

/// Prints an error as every command does ("talus: error: ...") and returns its exit code.
int fail(const Error& error);
int fail(ErrorKind kind, std::string message);
/// A line on stderr: "talus: note: ...".
void note(const std::string& text);

/// The command line of this call, quoted as in a shell.
std::string commandLine();

/// "1 frame", "2 frames"
std::string counted(std::uint64_t count, const char* what);
/// "1.2 GB"
std::string bytesText(double count);
/// "2 h 05 min", "3 min 20 s", "12.3 s"
std::string durationText(double seconds);

}  // namespace talus::cli
