#include "report.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "talus/core/printable.h"

namespace talus::cli {

void say(const std::string& text) {
    const bool failed = std::fputs(printableText(text).c_str(), stdout) < 0 || std::fflush(stdout) != 0;
    if (failed && errno == EPIPE) std::clearerr(stdout);
}

void sayOnStderr(const std::string& text) {
    std::fputs(printableText(text).c_str(), stderr);
    std::fflush(stderr);
}

void sayInPlace(const std::string& line) {
    std::fputs(("\r\x1b[K" + printableLine(line)).c_str(), stderr);
    std::fflush(stderr);
}

void print(const std::string& text) { fmt::print("{}", printableText(text)); }

int finishOutput(int exit_code) {
    const bool failed_before = std::ferror(stdout) != 0;
    const int cause = std::fflush(stdout) == 0 ? 0 : errno;
    if ((!failed_before && cause == 0) || cause == EPIPE) return exit_code;
    sayOnStderr(
        fmt::format("talus: error: cannot write everything to standard output{}; redirect it to a disk with "
                    "free space\n",
                    cause == 0 ? "" : fmt::format(": {}", std::strerror(cause))));
    return exit_code == 0 ? static_cast<int>(ErrorKind::Storage) : exit_code;
}

int fail(const Error& error) {
    std::fflush(stdout);
    sayOnStderr(fmt::format("talus: error: {}\n", error.message));
    return static_cast<int>(error.kind);
}

int fail(ErrorKind kind, std::string message) { return fail(Error{kind, std::move(message)}); }

void note(const std::string& text) { sayOnStderr(fmt::format("talus: note: {}\n", text)); }

std::string commandLine() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    const std::string raw{std::istreambuf_iterator<char>(file), {}};
    std::string line;
    std::string word;
    for (const char c : raw) {
        if (c != '\0') {
            word += c;
            continue;
        }
        const bool plain =
            !word.empty() && word.find_first_of(" \t\n'\"\\$&|;<>()*?[]{}#~`!") == std::string::npos;
        if (!line.empty()) line += ' ';
        line += plain ? word : "'" + word + "'";
        word.clear();
    }
    return line;
}

std::string counted(std::uint64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string bytesText(double count) {
    if (count < 1e6) return fmt::format("{:.0f} kB", count / 1e3);
    return count < 1e9 ? fmt::format("{:.0f} MB", count / 1e6) : fmt::format("{:.1f} GB", count / 1e9);
}

std::string durationText(double seconds) {
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<long long>(std::min(seconds, 1e15));
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace talus::cli
