#pragma once
#include <cstdint>
#include <string>

#include "talus/core/result.h"

namespace talus::cli {

/// Prints on stdout or stderr at once. Never throws and never fails: a run goes on when nobody reads what it
/// says. That stdout is full (not that its reader is gone) is told at the end of the program. Here and in
/// print() a terminal does not obey what the text may hold of a file or of a file's name (printableText).
void say(const std::string& text);
void sayOnStderr(const std::string& text);
/// The same in place of the last line of a terminal, which it does not end.
void sayInPlace(const std::string& line);

/// Prints on stdout what a command is there to tell. Throws std::system_error where stdout takes no more.
void print(const std::string& text);

/// The exit code of a program that ends with `exit_code`: another one, with an error told, where what it has
/// written to stdout did not get there.
int finishOutput(int exit_code);

/// Prints an error as every command does ("talus: error: ...") and returns its exit code.
int fail(const Error& error);
int fail(ErrorKind kind, std::string message);
/// A line on stderr: "talus: note: ...".
void note(const std::string& text);

/// The words of this call, as a person would type them.
std::string commandLine();

/// "1 frame", "2 frames"
std::string counted(std::uint64_t count, const char* what);
/// "1.2 GB"
std::string bytesText(double count);
/// "2 h 05 min", "3 min 20 s", "12.3 s"
std::string durationText(double seconds);

}  // namespace talus::cli
