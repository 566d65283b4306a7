// Scripts in place of LAMMPS that fail as it could fail.
#include <atomic>
#include <thread>

#include <fmt/format.h>

#include "tests/engines/engine_lammps_fixture.h"

namespace talus::engines {
namespace {

using ::testing::HasSubstr;

TEST_F(EngineLammps, MissingProgramsNameTheirPackages) {
    const SearchPath path(folder.path().string());
    const auto found = findLammps(1);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().kind, ErrorKind::Runtime);
    EXPECT_THAT(found.error().message, HasSubstr("no 'lmp'"));
    EXPECT_THAT(found.error().message, HasSubstr("apt-get install lammps openmpi-bin"));
}

TEST_F(EngineLammps, MpirunIsNeededForSeveralRanksOnly) {
    const Lammps lammps = fake("exit 0");
    const SearchPath path((folder / "bin").string());
    EXPECT_TRUE(findLammps(1).ok());
    const auto found = findLammps(2);
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(found.error().message, HasSubstr("no 'mpirun'"));
    EXPECT_EQ(lammps.version, "1 Apr 2022");
}

TEST_F(EngineLammps, AnotherProgramOfThatNameIsRefused) {
    std::filesystem::create_directory(folder / "bin");
    std::filesystem::copy("/bin/true", folder / "bin/lmp");
    const SearchPath path((folder / "bin").string());
    EXPECT_THAT(findLammps(1).error().message, HasSubstr("is not LAMMPS by its -h output"));
}

TEST_F(EngineLammps, AnErrorOfLammpsIsShownWithItsLog) {
    const Lammps lammps = fake("echo hello; echo 'ERROR: Lost atoms: original 10 current 9'; exit 1");
    const Error error = errorOf(runIt(lammps, lumpScene(), test::optionsTo(2)));
    EXPECT_EQ(error.kind, ErrorKind::Runtime);
    EXPECT_THAT(error.message, HasSubstr("exit code 1:\n  ERROR: Lost atoms"));
    EXPECT_THAT(error.message, HasSubstr("run/lammps/log.lammps"));
    EXPECT_THAT(error.message, ::testing::Not(HasSubstr("hello")));
}

TEST_F(EngineLammps, WithoutAnErrorLineTheLastLinesAreShown) {
    const Error error =
        errorOf(runIt(fake("echo one; echo two; kill -9 $$"), lumpScene(), test::optionsTo(2)));
    EXPECT_EQ(error.kind, ErrorKind::Runtime);
    EXPECT_THAT(error.message, HasSubstr("signal 9 (Killed):\n  one\n  two"));
}

/// What LAMMPS answers to the mark that it is asked to print.
constexpr const char* answers =
    "while read -r word rest; do if [ \"$word\" = print ]; then echo \"$rest\" | tr -d '\"'; fi; done";

/// What a dump of `lumpScene` begins with, at the end of its first frame.
std::string dumpHead(std::uint64_t steps) {
    return fmt::format("printf 'ITEM: TIMESTEP\\n{0}\\nITEM: NUMBER OF ATOMS\\n2\\nITEM: ATOMS id x\\n1 ",
                       steps);
}

TEST_F(EngineLammps, ADumpThatIsCutOffMeansAFullDisk) {
    const std::uint64_t steps = test::simulationOf(lumpScene()).clock().steps_per_frame;
    const Lammps lammps = fake(dumpHead(steps) + fmt::format("0.' >dump.{}.txt; ", steps) + answers);
    const Error error = errorOf(runIt(lammps, lumpScene(), test::optionsTo(2)));
    EXPECT_EQ(error.kind, ErrorKind::Storage);
    EXPECT_THAT(error.message, HasSubstr("cut off"));
    EXPECT_THAT(error.message, HasSubstr("free some space"));
}

TEST_F(EngineLammps, ValuesThatAreNoNumbersAreADivergence) {
    const std::uint64_t steps = test::simulationOf(lumpScene()).clock().steps_per_frame;
    const Lammps lammps =
        fake(dumpHead(steps) + fmt::format("nan\\n2 0\\n' >dump.{}.txt; ", steps) + answers);
    const Error error = errorOf(runIt(lammps, lumpScene(), test::optionsTo(2)));
    EXPECT_EQ(error.kind, ErrorKind::Diverged);
    EXPECT_THAT(error.message, HasSubstr("time.dt"));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/failure/report.txt"));
}

TEST_F(EngineLammps, ADumpOfOtherGrainsIsRefused) {
    const std::uint64_t steps = test::simulationOf(lumpScene()).clock().steps_per_frame;
    const Lammps lammps = fake(dumpHead(steps) + fmt::format("1\\n2 0\\n' >dump.{}.txt; ", steps) + answers);
    EXPECT_THAT(errorOf(runIt(lammps, lumpScene(), test::optionsTo(2))).message, HasSubstr("it has 2 atoms"));
}

/// Whether that process has ended. It may still wait for its new parent to collect it ("Z").
bool hasEnded(int pid) {
    const std::string stat = test::bytesOf(fmt::format("/proc/{}/stat", pid));
    return stat.empty() || stat.find(") Z") != std::string::npos;
}

/// Looks every 10 ms, for half a minute at most: other work may hold up the process that is waited for.
template <class Condition>
bool comesTrue(Condition condition) {
    for (int i = 0; i < 3000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return condition();
}

// The flag that Ctrl-C sets. This LAMMPS never answers: once its time to stop is over it and what it started
// must be gone.
TEST_F(EngineLammps, InterruptEndsAllItsProcesses) {
    // The file gets its name once the number is in it.
    Lammps lammps = fake("sleep 1000 & echo $! >written; mv written pid; echo ready; wait");
    lammps.stop_limit = 1;
    std::atomic<bool> stop = false;
    Options options = test::optionsTo(2);
    options.stop = &stop;
    std::thread later([&] {
        EXPECT_TRUE(comesTrue([&] { return std::filesystem::exists(folder / "run/lammps/pid"); }));
        stop = true;
    });
    const Error error = errorOf(runIt(lammps, lumpScene(), options));
    later.join();
    EXPECT_EQ(error.kind, ErrorKind::Interrupted);
    EXPECT_THAT(error.message, HasSubstr("did not stop within 1 s"));
    EXPECT_THAT(error.message, HasSubstr("talus resume"));
    const int pid = std::stoi(test::bytesOf(folder / "run/lammps/pid"));
    // The signal that ends it has been sent when the run is back; it works in its own time.
    EXPECT_TRUE(comesTrue([&] { return hasEnded(pid); }));
}

}  // namespace
}  // namespace talus::engines
