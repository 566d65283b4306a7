#include <fmt/format.h>

#include "tests/run/background.h"
#include "tests/run/cli.h"
#include "tests/run/small_run.h"
#include "tests/support/lammps_installed.h"

/// Runs by LAMMPS that end early, and how they go on.
namespace talus {
namespace {

using test::Cli;
using test::comesTrue;
using test::ended;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

const std::string two_ranks = " --engine lammps --ranks 2 --progress none ";

/// The processes of LAMMPS that work in a folder.
std::vector<pid_t> ranksIn(const std::filesystem::path& folder) { return test::processesIn(folder, "lmp"); }

class CliLammpsEnds : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    }

    /// Starts a command of talus in the background, its output in the file "said".
    pid_t start(const std::string& arguments) const { return test::startTalus(arguments, at("said")); }
    std::string said() const { return test::bytesOf(folder / "said"); }
    bool hasFrame(int frame) const {
        return std::filesystem::exists(folder / "run/frames" / fmt::format("grains.{:04}.vtp", frame));
    }
    /// The newest frame that a checkpoint is of.
    std::uint64_t saved() const { return run::listCheckpoints(folder / "run").value().back().frame; }
    std::filesystem::path work() const { return std::filesystem::canonical(folder.path()) / "run/lammps"; }
    void makeProgram(const char* name, const std::string& text) const {
        std::filesystem::create_directory(folder / "bin");
        ASSERT_TRUE(io::writeFile(folder / "bin" / name, "#!/bin/sh\n" + text));
        std::filesystem::permissions(folder / "bin" / name, std::filesystem::perms::owner_all);
    }

    /// The run has all rows up to a frame, and as many grains in each as a run by Talus.
    void expectWhole(int frames) const {
        ASSERT_EQ(talus("run " + at("pour.toml") +
                        fmt::format(" --progress none --frames {} --out ", frames) + at("own"))
                      .code,
                  0);
        const auto stats = io::readCsv(folder / "run/stats.csv").value(),
                   own = io::readCsv(folder / "own/stats.csv").value();
        ASSERT_EQ(stats.rows.size(), static_cast<std::size_t>(frames) + 1);
        ASSERT_EQ(own.rows.size(), stats.rows.size());
        for (const char* name : {"time", "step", "grains"})
            for (std::size_t row = 0; row < own.rows.size(); ++row)
                EXPECT_EQ(stats.rows[row][static_cast<std::size_t>(stats.find(name))],
                          own.rows[row][static_cast<std::size_t>(own.find(name))])
                    << name << " " << row;
        for (int frame = 0; frame <= frames; ++frame) EXPECT_TRUE(hasFrame(frame)) << frame;
    }
};

// glibc fills memory that nothing was written to with bytes (MALLOC_PERTURB_), so that who reads some finds
// numbers of atoms that are none. LAMMPS did when it read new grains: it took what lies behind a rank's own
// atoms for ghosts. A run that had just begun, or was resumed, ended with signal 11 now and then.
TEST_F(CliLammpsEnds, NewGrainsOnTwoRanksMeetNoGhostsOfBefore) {
    const std::string filled = "MALLOC_PERTURB_=85 ";
    Outcome o = talus("run " + at("pour.toml") + two_ranks +
                          "--set time.frame_interval=0.002 --frames 1 --out " + at("run"),
                      filled);
    ASSERT_EQ(o.code, 0) << o.text;
    o = talus("resume " + at("run") + two_ranks + "--frames 2", filled);
    EXPECT_EQ(o.code, 0) << o.text;
}

TEST_F(CliLammpsEnds, FailureAfterTheLastFrameIsAWarning) {
    const std::string real = "lmp=$(PATH=${PATH#*:} command -v lmp) && ";
    makeProgram("lmp", real + "case $* in *-h*) exec $lmp \"$@\";; esac && $lmp \"$@\"; exit 7\n");
    const Outcome o = talus(
        "run " + at("pour.toml") + " --engine lammps --ranks 1 --progress none --frames 2 --out " + at("run"),
        "PATH=" + at("bin") + ":$PATH ");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("note: LAMMPS ended with exit code 7"));
    expectWhole(2);
}

// The three ways in which a run ends early, one after another on the same run, which is then complete. With
// random moments and thirty times: bench/lammps_kills.py.
TEST_F(CliLammpsEnds, KilledOrInterruptedRunsContinueFromTheirCheckpoint) {
    pid_t child = start("run " + at("pour.toml") + two_ranks + "--frames 9 --out " + at("run"));
    ASSERT_TRUE(comesTrue([&] { return hasFrame(5); }));
    ::kill(child, SIGKILL);
    EXPECT_EQ(ended(child), -SIGKILL);
    EXPECT_TRUE(comesTrue([&] { return ranksIn(work()).empty(); }));
    EXPECT_GE(saved(), 4u);

    child = start("resume " + at("run") + two_ranks);
    ASSERT_TRUE(comesTrue([&] { return ranksIn(work()).size() == 2; }));
    for (const pid_t rank : ranksIn(work())) ::kill(rank, SIGKILL);
    EXPECT_EQ(ended(child), 1);
    EXPECT_THAT(said(), HasSubstr("LAMMPS ended with"));
    EXPECT_THAT(said(), HasSubstr("talus resume"));
    EXPECT_GE(saved(), 4u);

    child = start("resume " + at("run") + two_ranks);
    ASSERT_TRUE(comesTrue([&] { return hasFrame(8); }));
    ::kill(child, SIGINT);
    EXPECT_EQ(ended(child), 130) << said();
    EXPECT_THAT(said(), HasSubstr("a checkpoint was written"));
    EXPECT_GE(saved(), 8u);

    const Outcome o = talus("resume " + at("run") + two_ranks);
    ASSERT_EQ(o.code, 0) << o.text;
    expectWhole(9);
}

// One rank alone dies: MPI ends the other, and Talus tells of it.
TEST_F(CliLammpsEnds, DeadRankIsReportedAndTheRunCanContinue) {
    const pid_t child = start("run " + at("pour.toml") + two_ranks + "--frames 9 --out " + at("run"));
    ASSERT_TRUE(comesTrue([&] { return hasFrame(4); }));
    const auto ranks = ranksIn(work());
    ASSERT_FALSE(ranks.empty());
    ::kill(ranks.back(), SIGKILL);
    EXPECT_EQ(ended(child), 1);
    EXPECT_THAT(said(), HasSubstr("LAMMPS ended with"));
    EXPECT_THAT(said(), HasSubstr("signal 9"));
    EXPECT_THAT(said(), HasSubstr("its log: "));
    EXPECT_TRUE(comesTrue([&] { return ranksIn(work()).empty(); }));
    ASSERT_EQ(saved() % 4, 0u);
    const Outcome o = talus("resume " + at("run") + two_ranks);
    ASSERT_EQ(o.code, 0) << o.text;
    expectWhole(9);
}

// What starts the ranks is a program like any other: it may fail at once, or start something else.
TEST_F(CliLammpsEnds, FailingLauncherIsReportedAndTheCheckpointStays) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --progress none --frames 4 --out " + at("run")).code, 0);
    ASSERT_EQ(saved(), 4u);
    const std::string on =
        "resume " + at("run") + " --engine lammps --ranks 2 --frames 5 --progress none --launcher ";
    makeProgram("fails", "echo 'srun: error: no such partition'; exit 3\n");
    Outcome o = talus(on + at("bin/fails"));
    EXPECT_EQ(o.code, 1);
    EXPECT_THAT(o.text, HasSubstr("LAMMPS ended with exit code 3"));
    EXPECT_THAT(o.text, HasSubstr("no such partition"));
    EXPECT_THAT(o.text, HasSubstr("talus resume"));
    makeProgram("silent", "exit 0\n");
    o = talus(on + at("bin/silent"));
    EXPECT_EQ(o.code, 1);
    EXPECT_THAT(o.text, HasSubstr("LAMMPS ended with an early end"));
    EXPECT_EQ(talus(on + at("bin/none")).code, 2);
    EXPECT_EQ(talus(on + "' '").code, 2);
    EXPECT_EQ(saved(), 4u);
    o = talus("resume " + at("run") + two_ranks + "--frames 5");
    ASSERT_EQ(o.code, 0) << o.text;
    expectWhole(5);
}

// It gets the words that it was given, each by itself, and LAMMPS behind them.
TEST_F(CliLammpsEnds, LaunchersAndHostFilesGetTheirArguments) {
    const std::string told =
        "if [ \"$1\" = --version ]; then echo 'mpirun (Open MPI) 4.1.4'; exit; fi\n"
        "printf '%s\\n' \"$@\" >" +
        at("words") + "\nwhile [ \"${1##*/}\" != lmp ]; do shift; done\nexec \"$@\"\n";
    makeProgram("start", told);
    makeProgram("mpirun", told);
    ASSERT_TRUE(io::writeFile(folder / "my hosts", "one\ntwo\n"));
    const std::string run = "run " + at("pour.toml") +
                            " --engine lammps --ranks 3 --frames 1 --progress none --overwrite --out " +
                            at("run");
    Outcome o = talus(run + " --launcher " + at("bin/start") + "' --mpi=pmix $HOME'");
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(test::bytesOf(folder / "words"), ::testing::StartsWith("--mpi=pmix\n$HOME\n-n\n3\n/"));
    o = talus(run + " --hosts " + at("my hosts"), "PATH=" + at("bin") + ":$PATH ");
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(test::bytesOf(folder / "words"),
                ::testing::StartsWith("-np\n3\n--hostfile\n" + (folder / "my hosts").string() + "\n"));
    EXPECT_EQ(talus(run + " --hosts " + at("none")).code, 2);
}

}  // namespace
}  // namespace talus
