#pragma once
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/paths.h"

/// For tests that end a command of talus, or a program that it started, while it runs.
namespace talus::test {

/// Looks every 10 ms, for a minute at most: other work may hold up what is waited for.
template <class Condition>
bool comesTrue(Condition condition) {
    for (int i = 0; i < 6000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return condition();
}

/// The processes of a program that work in a folder.
inline std::vector<pid_t> processesIn(const std::filesystem::path& folder, const std::string& program) {
    std::vector<pid_t> found;
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
        const std::string number = entry.path().filename().string();
        if (number.find_first_not_of("0123456789") != std::string::npos) continue;
        std::string name;
        std::ifstream(entry.path() / "comm") >> name;
        if (name == program && std::filesystem::read_symlink(entry.path() / "cwd", gone) == folder)
            found.push_back(std::stoi(number));
    }
    return found;
}

/// Starts a command of talus in the background. @param said a word of a shell: the file for its output
inline pid_t startTalus(const std::string& arguments, const std::string& said) {
    const std::string line = "exec " + test::talusProgram() + " " + arguments + " >" + said + " 2>&1";
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        ::_exit(127);
    }
    return child;
}

/// Its exit code, or minus the signal that ended it.
inline int ended(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace talus::test
