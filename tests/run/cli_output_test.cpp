#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "tests/run/cli.h"
#include "tests/run/small_run.h"
#include "tests/support/paths.h"

/// What the program does when what it says goes nowhere.
namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;
using ::testing::Not;

/// Starts `talus` with both outputs in one pipe, reads `lines` of it, and goes away; then does something with
/// the process. Its exit code; of a signal, 128 and its number, as a shell has it.
int loseTheReader(std::vector<std::string> words, int lines, const std::function<void(pid_t)>& then) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const std::string program = test::talusProgram();
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGPIPE, SIG_DFL);
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        ::execv(program.c_str(), arguments.data());
        ::_exit(127);
    }
    ::close(ends[1]);
    char c = 0;
    for (int seen = 0; seen < lines && ::read(ends[0], &c, 1) == 1;)
        if (c == '\n') ++seen;
    ::close(ends[0]);
    then(child);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_F(Cli, BrokenPipeDoesNotEndARun) {
    const std::string scene = (folder / "pour.toml").string();
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 60 --out " + at("whole")).code, 0);
    for (const std::string mode : {"json", "plain"}) {
        const std::string run = (folder / mode).string();
        const std::vector<std::string> words{"talus", "run", scene,        "--frames", "60",
                                             "--out", run,   "--progress", mode};
        EXPECT_EQ(loseTheReader(words, 1, [](pid_t) {}), 0) << mode;
        test::expectSameRun(folder / "whole", run);
    }
    // Its resume outlives it as well, and so does the message that answers Ctrl-C.
    const std::string run = (folder / "stopped").string();
    const int code =
        loseTheReader({"talus", "run", scene, "--frames", "60", "--out", run, "--progress", "json"}, 3,
                      [](pid_t child) { ::kill(child, SIGINT); });
    EXPECT_EQ(code, 130);
    ASSERT_FALSE(run::listCheckpoints(run).value().empty());
    EXPECT_EQ(loseTheReader({"talus", "resume", run, "--progress", "json"}, 1, [](pid_t) {}), 0);
    test::expectSameRun(folder / "whole", run);
}

// A listing is for its reader: without one there is nothing left to do.
TEST_F(Cli, ListingEndsQuietlyOnABrokenPipe) {
    const Outcome o = talus("schema | head -n 1");
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, Not(HasSubstr("error")));
}

TEST_F(Cli, FailedWriteToStdoutIsAnError) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 2 --out " + at("run")).code, 0);
    for (const std::string& listing :
         {std::string("scenes"), std::string("new sand-pile"), std::string("schema"),
          std::string("schema --markdown"), std::string("explain"), std::string("explain contact"),
          std::string("doctor"), std::string("--help"), std::string("run --help"), std::string("--version"),
          "info " + at("run"), "check " + at("pour.toml"), "diff " + at("run") + " " + at("run"),
          "export " + at("run"), "run --print-pipeline " + at("pour.toml")}) {
        const auto [code, text] =
            test::runCommand("( " + test::talusProgram() + " " + listing + " 2>&3 >/dev/full ) 3>&1");
        EXPECT_EQ(code, 4) << listing;
        EXPECT_THAT(text, HasSubstr("standard output")) << listing;
        EXPECT_THAT(text, HasSubstr("No space left on device")) << listing;
    }
    // A run is more than what it says: it ends, and then tells.
    const auto [code, text] =
        test::runCommand("( " + test::talusProgram() + " run " + at("pour.toml") + " --out " + at("whole") +
                         " --progress json 2>&3 >/dev/full ) 3>&1");
    EXPECT_EQ(code, 4);
    EXPECT_THAT(text, HasSubstr("standard output"));
    EXPECT_EQ(run::listFrames(folder / "whole").size(), 21u);
}

// As daemons start programs. A file that a run opens would else get the number of a stream, and hold what is
// printed: descriptor 2 was a probe's file.
TEST_F(Cli, ClosedStandardStreamsDoNotGoIntoFilesOfTheRun) {
    const auto scene = io::readFile(folder / "pour.toml", 10000);
    ASSERT_TRUE(scene.ok());
    ASSERT_TRUE(io::writeFile(folder / "probed.toml",
                              *scene + "[[probe]]\nname = \"top\"\nkind = \"height\"\nof = \"grains\"\n"
                                       "at = [0, 0, 0.1]\nevery = \"5 ms\"\n"));
    const auto probed = [&](const std::string& name, const std::string& streams) {
        const auto [code, text] =
            test::runCommand("sh -c \"exec " + test::talusProgram() + " run " + at("probed.toml") +
                             " --out " + at(name.c_str()) + " --progress plain " + streams + "\"");
        EXPECT_EQ(code, 0) << streams;
        return io::readFile(folder / name / "probes/top.csv", 100000).value();
    };
    const std::string whole = probed("whole", "");
    EXPECT_EQ(probed("no-errors", "0<&- 2>&-"), whole);
    EXPECT_EQ(probed("nothing", "0<&- 1>&- 2>&-"), whole);
}

// Above the limit a write raises SIGXFSZ, which ends a program that does not expect it.
TEST_F(Cli, ALimitOnFileSizesIsLikeAFullDisk) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --out " + at("whole")).code, 0);
    const auto limited = [](const std::string& arguments, std::uintmax_t bytes) {
        // POSIX: `ulimit -f` counts blocks of 512 bytes; bash, outside of its POSIX mode, of 1024.
        const auto [code, text] = test::runCommand("sh -c 'ulimit -f " + std::to_string(bytes / 512) +
                                                   "; exec " + test::talusProgram() + " " + arguments + "'");
        return Outcome{code, text};
    };
    const std::string whole = (folder / "whole").string();
    Outcome o = limited("export " + whole + " --format csv", 512);
    EXPECT_EQ(o.code, 4) << o.text;
    EXPECT_THAT(o.text, HasSubstr("File too large"));
    EXPECT_THAT(o.text, HasSubstr("ulimit -f"));
    // Room for all but the last checkpoint: grains come with time.
    const std::string run = (folder / "run").string();
    const auto room = std::filesystem::file_size(folder / "whole/checkpoints/checkpoint.0016.h5") + 512;
    ASSERT_GT(std::filesystem::file_size(folder / "whole/checkpoints/checkpoint.0020.h5"), room);
    o = limited("run " + (folder / "pour.toml").string() + " --out " + run, room);
    EXPECT_EQ(o.code, 4) << o.text;
    EXPECT_FALSE(run::listCheckpoints(run).value().empty());
    EXPECT_EQ(talus("resume " + at("run")).code, 0);
    test::expectSameRun(folder / "whole", folder / "run");
}

// Mesa keeps compiled shaders in the user's folder for caches, which is below the home folder where nobody
// says where (Mesa: docs/envvars, MESA_SHADER_CACHE_DIR).
TEST_F(Cli, NothingIsWrittenToTheHomeFolder) {
    std::filesystem::create_directory(folder / "cache");
    const std::string cache =
        "env -u MESA_SHADER_CACHE_DISABLE -u MESA_SHADER_CACHE_DIR XDG_CACHE_HOME=" + at("cache") + " ";
    ASSERT_EQ(talus("doctor", cache).code, 0);
    EXPECT_TRUE(std::filesystem::is_empty(folder / "cache"));
    // Who asks for it has it (where there is Mesa at all).
    const bool has_opengl = talus("doctor").text.find("yes, off-screen through EGL") != std::string::npos;
    ASSERT_EQ(talus("doctor", cache + "MESA_SHADER_CACHE_DIR=" + at("cache") + " ").code, 0);
    EXPECT_EQ(std::filesystem::is_empty(folder / "cache"), !has_opengl);
}

}  // namespace
}  // namespace talus
