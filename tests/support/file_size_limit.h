#pragma once
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace talus::test {

/// Runs `body` in a child process whose files may have at most `bytes`, which stands for a full disk; its
/// result is the exit status. A limit, once lowered, cannot be raised again by an ordinary user, hence the
/// child.
template <class Body>
int withFileSizeLimit(rlim_t bytes, Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::_exit(body());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace talus::test
