#include "talus/io/video/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace talus::io {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 16;

std::vector<char*> pointersTo(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// The environment of this process with additional variables; those that are set already keep their values.
std::vector<std::string> environmentWith(const std::vector<std::string>& more) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
    for (const std::string& entry : more)
        if (std::getenv(entry.substr(0, entry.find('=')).c_str()) == nullptr) all.push_back(entry);
    return all;
}

}  // namespace

std::optional<Path> findProgram(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        const Path candidate = Path(rest.substr(0, colon)) / name;
        if (::access(candidate.c_str(), X_OK) == 0) return candidate;
        rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    }
    return std::nullopt;
}

Result<ChildProcess> ChildProcess::start(std::vector<std::string> words, const Path& folder,
                                         const std::vector<std::string>& environment, Reads reads) {
    const auto failed = [&](int cause) {
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' did not start: {}", words.front(), std::strerror(cause))};
    };
    int channel[2];
    int speech[2] = {-1, -1};  // a socket: with it a write to a closed end need not raise a signal
    int trouble[2];            // closed without data where the program started, else carries errno
    if (::pipe2(channel, O_CLOEXEC) != 0) return failed(errno);
    if (::pipe2(trouble, O_CLOEXEC) != 0) {
        const int cause = errno;
        ::close(channel[0]);
        ::close(channel[1]);
        return failed(cause);
    }
    if (reads == Reads::WhatIsSaid && ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, speech) != 0) {
        const int cause = errno;
        for (const int end : {channel[0], channel[1], trouble[0], trouble[1]}) ::close(end);
        return failed(cause);
    }
    // Everything that allocates is before the fork; after it only calls that are safe in a signal handler.
    std::vector<std::string> variables = environmentWith(environment);
    const std::vector<char*> argv = pointersTo(words), envp = pointersTo(variables);
    const std::string where = folder.string();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0);
        // The child ends with this program, also where that is killed.
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) ::_exit(1);
        const int input = speech[1] >= 0 ? speech[1] : ::open("/dev/null", O_RDONLY);
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) ::signal(number, SIG_DFL);
        if (input >= 0 && ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(channel[1], STDOUT_FILENO) >= 0 &&
            ::dup2(channel[1], STDERR_FILENO) >= 0 && ::chdir(where.c_str()) == 0)
            ::execve(argv[0], argv.data(), envp.data());
        const int cause = errno;
        [[maybe_unused]] const ssize_t ignored = ::write(trouble[1], &cause, sizeof cause);
        ::_exit(127);
    }
    const int fork_failure = child < 0 ? errno : 0;
    ::close(channel[1]);
    ::close(trouble[1]);
    if (speech[1] >= 0) ::close(speech[1]);
    int cause = fork_failure;
    if (child > 0) {
        ::setpgid(child, child);  // also called in the child: either may be first
        ssize_t count = 0;
        while ((count = ::read(trouble[0], &cause, sizeof cause)) < 0 && errno == EINTR) {
        }
        if (count != sizeof cause) cause = 0;
    }
    ::close(trouble[0]);
    if (cause != 0) {
        ::close(channel[0]);
        if (speech[0] >= 0) ::close(speech[0]);
        if (child > 0) ::waitpid(child, nullptr, 0);
        return failed(cause);
    }
    return ChildProcess(child, channel[0], speech[0]);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      output_(std::exchange(other.output_, -1)),
      input_(std::exchange(other.input_, -1)),
      status_(other.status_),
      reaped_(other.reaped_),
      pending_(std::move(other.pending_)) {}

ChildProcess::~ChildProcess() {
    if (child_ > 0 && !reaped_) stop();
    if (output_ >= 0) ::close(output_);
    saidAll();
}

void ChildProcess::say(std::string_view text) {
    while (input_ >= 0 && !text.empty()) {
        const ssize_t count = ::send(input_, text.data(), text.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return saidAll();
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

void ChildProcess::saidAll() {
    if (input_ >= 0) ::close(std::exchange(input_, -1));
}

std::vector<std::string> ChildProcess::lines(int milliseconds) {
    std::vector<std::string> found;
    if (output_ < 0) return found;
    pollfd waiting{output_, POLLIN, 0};
    if (::poll(&waiting, 1, milliseconds) <= 0) return found;
    char buffer[4096];
    const ssize_t count = ::read(output_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) return found;
    if (count <= 0) {
        ::close(std::exchange(output_, -1));
        if (!pending_.empty()) found.push_back(std::move(pending_));
        pending_.clear();
        return found;
    }
    for (ssize_t i = 0; i < count; ++i) {
        if (buffer[i] == '\n') {
            found.push_back(std::move(pending_));
            pending_.clear();
        } else if (pending_.size() < longest_line) {
            pending_ += buffer[i];
        }
    }
    return found;
}

bool ChildProcess::reap(bool wait) {
    while (!reaped_) {
        const pid_t ended = ::waitpid(child_, &status_, wait ? 0 : WNOHANG);
        if (ended < 0 && errno == EINTR) continue;
        if (ended == 0) return false;
        reaped_ = true;
    }
    return true;
}

void ChildProcess::stop() {
    if (child_ <= 0 || reaped_) return;
    ::kill(-child_, SIGTERM);
    constexpr int patience = 100;  // times 50 ms
    for (int i = 0; i < patience && !reap(false); ++i) ::usleep(50000);
    // Also ends processes that the program started and that still run.
    ::kill(-child_, SIGKILL);
    reap(true);
}

std::string ChildProcess::outcome() {
    reap(true);
    if (WIFSIGNALED(status_))
        return fmt::format("signal {} ({})", WTERMSIG(status_), ::strsignal(WTERMSIG(status_)));
    return WEXITSTATUS(status_) == 0 ? "" : fmt::format("exit code {}", WEXITSTATUS(status_));
}

}  // namespace talus::io
