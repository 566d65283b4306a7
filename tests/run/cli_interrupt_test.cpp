#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/run/cli.h"
#include "tests/run/small_run.h"
#include "tests/support/paths.h"

/// Runs that a user stops.
namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;

/// Starts `talus`, waits until it has printed `frames` lines, sends a signal and returns its exit code.
int interruptAfter(std::vector<std::string> words, int frames, int signal) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const std::string program = test::talusProgram();
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        const int silence = ::open("/dev/null", O_WRONLY);
        ::dup2(silence, STDERR_FILENO);
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        ::execv(program.c_str(), arguments.data());
        ::_exit(127);
    }
    ::close(ends[1]);
    char c = 0;
    for (int lines = 0; lines < frames && ::read(ends[0], &c, 1) == 1;)
        if (c == '\n') ++lines;
    ::kill(child, signal);
    while (::read(ends[0], &c, 1) == 1) {
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Cli, CtrlCWritesACheckpointFromWhichTheRunContinues) {
    const std::string scene = (folder / "pour.toml").string();
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 60 --out " + at("whole")).code, 0);
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string run = (folder / (signal == SIGINT ? "int" : "term")).string();
        const int code = interruptAfter(
            {"talus", "run", scene, "--frames", "60", "--progress", "json", "--out", run}, 3, signal);
        ASSERT_EQ(code, 130);
        const auto checkpoints = run::listCheckpoints(run).value();
        ASSERT_FALSE(checkpoints.empty());
        EXPECT_LT(checkpoints.back().frame, 60u);
        const Outcome o = talus("resume " + run);
        ASSERT_EQ(o.code, 0) << o.text;
        test::expectSameRun(folder / "whole", run);
        EXPECT_EQ(talus("diff " + at("whole") + " " + run).code, 0);
    }
}

}  // namespace
}  // namespace talus
