#include "stop_signal.h"

#include <csignal>

#include <unistd.h>

namespace talus::cli {
namespace {

// A signal handler is a function without context, so it needs a global variable.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free flags");

void onSignal(int) {
    constexpr int exit_interrupted = 130;
    if (stop_requested.exchange(true)) ::_exit(exit_interrupted);
    constexpr char text[] = "\ntalus: stopping after this step; press Ctrl-C again to quit at once\n";
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text, sizeof text - 1);
}

}  // namespace

const std::atomic<bool>& catchStopSignals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        ::sigaction(number, nullptr, &before);
        if (number == SIGHUP && before.sa_handler == SIG_IGN) continue;  // nohup
        struct sigaction action {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        ::sigaction(number, &action, nullptr);
    }
    return stop_requested;
}

void ignoreFileSizeSignal() { std::signal(SIGXFSZ, SIG_IGN); }
void ignoreBrokenPipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace talus::cli
