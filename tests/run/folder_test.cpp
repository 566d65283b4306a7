#include "talus/run/folder.h"

#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/run/small_run.h"

namespace talus::run {
namespace {

using ::testing::HasSubstr;
using namespace test;

Result<RunFolder> create(const Path& path, bool overwrite) {
    return RunFolder::create(path, manifestOf(smallScene()), scene_text, overwrite);
}

TEST(RunFolder, RefusesAFolderWithOtherContents) {
    const TemporaryFolder folder;
    ASSERT_TRUE(create(folder / "a/b/run", false)) << "folders above are made";
    const auto again = create(folder / "a/b/run", false);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::Input);
    EXPECT_THAT(again.error().message, HasSubstr("--overwrite"));
    std::filesystem::create_directory(folder / "empty");
    EXPECT_TRUE(create(folder / "empty", false));
}

TEST(RunFolder, OverwriteDeletesRunsAndNothingElse) {
    const TemporaryFolder folder;
    ASSERT_TRUE(create(folder / "run", false));
    std::filesystem::create_directories(folder / "run/frames");
    ASSERT_TRUE(io::writeFile(folder / "run/frames/grains.0000.vtp", "x"));
    ASSERT_TRUE(io::writeFile(folder / "run/notes.txt", "mine"));
    const auto made = create(folder / "run", true);
    ASSERT_TRUE(made);
    EXPECT_THAT(made->left(), ::testing::ElementsAre(folder / "run/notes.txt"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/frames"));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/notes.txt"));

    std::filesystem::create_directory(folder / "precious");
    ASSERT_TRUE(io::writeFile(folder / "precious/stats.csv", "mine"));
    const auto refused = create(folder / "precious", true);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::Input);
    EXPECT_THAT(refused.error().message, HasSubstr("is not a run folder"));
    EXPECT_TRUE(std::filesystem::exists(folder / "precious/stats.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder / "precious/manifest.json"));
    // Somebody else's manifest.json does not make a run folder.
    ASSERT_TRUE(io::writeFile(folder / "precious/manifest.json", "{\"name\": \"web app\"}"));
    EXPECT_FALSE(create(folder / "precious", true));
    EXPECT_TRUE(std::filesystem::exists(folder / "precious/stats.csv"));
}

// A deletion that was broken off must leave nothing that looks like a complete run: the checkpoints, from
// which a run goes on, are the first to go. When a folder was changed last tells the order; the user's file
// in each keeps both.
TEST(RunFolder, OverwriteDeletesCheckpointsFirst) {
    const TemporaryFolder folder;
    ASSERT_TRUE(create(folder / "run", false));
    for (const char* inner : {"run/checkpoints", "run/frames"}) {
        std::filesystem::create_directories(folder / inner);
        ASSERT_TRUE(io::writeFile(folder / inner / "notes.txt", "mine"));
    }
    ASSERT_TRUE(io::writeFile(folder / "run/checkpoints/checkpoint.0004.h5", "x"));
    // So many that deleting them takes longer than the clock of a file system needs for a tick (4 ms).
    for (int i = 0; i < 2000; ++i)
        std::ofstream(folder / ("run/frames/grains." + std::to_string(10000 + i) + ".vtp"));
    ASSERT_TRUE(create(folder / "run", true));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/frames/grains.10000.vtp"));
    EXPECT_LT(std::filesystem::last_write_time(folder / "run/checkpoints"),
              std::filesystem::last_write_time(folder / "run/frames"));
}

TEST(RunFolder, TemporaryFilesOfDeadProcessesAreDeleted) {
    const TemporaryFolder folder;
    ASSERT_TRUE(create(folder / "run", false));
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    const std::string dead = "." + std::to_string(child) + ".tmp",
                      living = "." + std::to_string(::getpid()) + ".tmp";
    std::filesystem::create_directories(folder / "run/frames");
    std::filesystem::create_directories(folder / "run/plots");
    const std::vector<std::string> left{"run/frames/grains.0003.vtp" + dead, "run/frames/grains.0004.vtp.tmp",
                                        "run/manifest.json" + dead, "run/plots/energy.png" + dead};
    const std::vector<std::string> kept{"run/plots/energy.png" + living, "run/frames/mine.tmp"};
    for (const auto* names : {&left, &kept})
        for (const std::string& name : *names) std::ofstream(folder / name) << "x";
    ASSERT_TRUE(RunFolder::open(folder / "run"));
    for (const std::string& name : left) EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;
    for (const std::string& name : kept) EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
}

TEST(RunFolder, FollowsNoLinksWhenDeleting) {
    const TemporaryFolder folder;
    ASSERT_TRUE(create(folder / "run", false));
    std::filesystem::create_directory(folder / "elsewhere");
    ASSERT_TRUE(io::writeFile(folder / "elsewhere/keep", "x"));
    std::filesystem::create_directory_symlink(folder / "elsewhere", folder / "run/frames");
    ASSERT_TRUE(create(folder / "run", true));
    EXPECT_TRUE(std::filesystem::exists(folder / "elsewhere/keep"));
}

TEST(RunFolder, OneRunAtATime) {
    const TemporaryFolder folder;
    const auto first = create(folder / "run", false);
    ASSERT_TRUE(first);
    const auto second = RunFolder::open(folder / "run");
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr("another run is using"));
}

TEST(RunFolder, UnusableFoldersAreNamed) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "file", ""));
    EXPECT_EQ(create(folder / "file", false).error().kind, ErrorKind::Input);
    const auto under = create(folder / "file/run", false);
    ASSERT_FALSE(under);
    EXPECT_THAT(under.error().message, HasSubstr((folder / "file/run").string()));
    EXPECT_THAT(RunFolder::open(folder / "none").error().message, HasSubstr("is not a run folder"));
    // The superuser may write anywhere, so this holds for others only; /proc takes no folders from anybody.
    const auto proc = create("/proc/talus-run", false);
    ASSERT_FALSE(proc);
    EXPECT_EQ(proc.error().kind, ErrorKind::Storage);
}

TEST(Manifest, RoundTrip) {
    const TemporaryFolder folder;
    io::Manifest manifest = manifestOf(smallScene());
    manifest.seed = 4294967295u;
    manifest.frames = 125;
    manifest.inputs.push_back({"sand \"pile\".toml", 0xffffffffffffffffu});
    manifest.sessions.push_back({"talus run x", "2024", "0.1.0", "abc", "GNU", "-O3", "cpu", 2, "cpu", 77});
    manifest.force_dt = true;
    manifest.first_frame = 12;
    ASSERT_TRUE(io::writeManifest(folder / "m.json", manifest));
    const auto read = io::readManifest(folder / "m.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->scene_hash, manifest.scene_hash);
    EXPECT_EQ(read->seed, manifest.seed);
    EXPECT_TRUE(read->force_dt);
    EXPECT_EQ(read->first_frame, 12u);
    ASSERT_EQ(read->inputs.size(), 1u);
    EXPECT_EQ(read->inputs[0].path, manifest.inputs[0].path);
    EXPECT_EQ(read->inputs[0].hash, manifest.inputs[0].hash);
    ASSERT_EQ(read->sessions.size(), 1u);
    EXPECT_EQ(read->sessions[0].first_step, 77u);
    EXPECT_EQ(read->sessions[0].threads, 2);
}

TEST(Manifest, HostileTextIsAnError) {
    const TemporaryFolder folder;
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("{\"talus_run\": 2}"),
          std::string("{\"talus_run\": \"1\"}"), std::string("{\"talus_run\": 1, \"scene\": 5}"),
          std::string(100000, '['), std::string("\xff\xfe")}) {
        ASSERT_TRUE(io::writeFile(folder / "m.json", text));
        const auto read = io::readManifest(folder / "m.json");
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().kind, ErrorKind::Input);
    }
}

TEST(FrameRange, ReadsPythonSlices) {
    const auto contains = [](const char* text, std::uint64_t frame) {
        const auto range = parseFrameRange(text);
        EXPECT_TRUE(range) << text;
        return range && range->contains(frame);
    };
    EXPECT_TRUE(contains("10:50:5", 50));
    EXPECT_FALSE(contains("10:50:5", 51));
    EXPECT_FALSE(contains("10:50:5", 12));
    EXPECT_FALSE(contains("10:50:5", 5));
    EXPECT_TRUE(contains("10:", 1000000));
    EXPECT_TRUE(contains("::5", 5));
    EXPECT_TRUE(contains("7", 7));
    EXPECT_FALSE(contains("7", 8));
    EXPECT_TRUE(contains("1:2:", 2));
    for (const char* text : {"", "x", "1:2:3:4", "5:1", "::0", "-1", "1.5", "99999999999999999999"})
        EXPECT_FALSE(parseFrameRange(text)) << text;
}

}  // namespace
}  // namespace talus::run
