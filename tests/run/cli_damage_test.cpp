#include <fstream>
#include <map>

#include "tests/run/cli.h"
#include "tests/run/small_run.h"
#include "tests/support/paths.h"

/// Runs whose files were damaged or taken away.
namespace talus {
namespace {

namespace fs = std::filesystem;
using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

class Damage : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_EQ(talus("run " + at("pour.toml") + " --out " + at("whole")).code, 0);
        fs::copy(folder / "whole", folder / "run", fs::copy_options::recursive);
    }
    /// How many frames and rows of statistics the run has.
    std::pair<std::size_t, std::size_t> size() const {
        const auto stats = io::readCsv(folder / "run/stats.csv");
        return {run::listFrames(folder / "run").size(), stats ? stats->rows.size() : 0};
    }
    void flip(const fs::path& path, std::size_t at) const {
        std::string bytes = test::bytesOf(path);
        bytes[at] = static_cast<char>(bytes[at] ^ 4);
        ASSERT_TRUE(io::writeFile(path, bytes));
    }
    static constexpr std::pair<std::size_t, std::size_t> all{21, 21};
};

TEST_F(Damage, EachCommandSaysWhatItHasNotDoneWithAnUnreadableScene) {
    std::ofstream(folder / "run/run.toml", std::ios::app) << "[nonsense]\n";
    const std::map<std::string, std::string> undone{
        {"render", "nothing was drawn"},
        {"plot", "nothing was plotted"},
        {"resume", "nothing was simulated"},
        {"export --format lammps --frame 0", "nothing was exported"}};
    for (const auto& [command, what] : undone) {
        const std::size_t name = command.find(' ');
        const std::string options = name == std::string::npos ? "" : command.substr(name);
        const Outcome o = talus(command.substr(0, name) + " " + at("run") + options);
        EXPECT_EQ(o.code, 2) << command << o.text;
        EXPECT_THAT(o.text, HasSubstr("1 error; " + what)) << command;
    }
}

TEST_F(Damage, MissingCheckpointsDoNotRestartTheRun) {
    fs::rename(folder / "run/checkpoints", folder / "elsewhere");
    Outcome o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("--from 0"));
    EXPECT_THAT(o.text, HasSubstr("frames 0 to 20"));
    EXPECT_EQ(size(), all);
    // Nor do those of an empty folder, nor of one that cannot be read (a file cannot, whoever asks).
    fs::create_directory(folder / "run/checkpoints");
    EXPECT_EQ(talus("resume " + at("run")).code, 2);
    EXPECT_EQ(size(), all);
    fs::remove(folder / "run/checkpoints");
    std::ofstream(folder / "run/checkpoints") << "x";
    o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 4) << o.text;
    EXPECT_THAT(o.text, HasSubstr("checkpoints"));
    EXPECT_EQ(size(), all);
    // Who wants it says so, and is told what goes.
    fs::remove(folder / "run/checkpoints");
    o = talus("resume " + at("run") + " --from 0");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("frames 0 to 20 and their statistics are written again"));
    test::expectSameRun(folder / "whole", folder / "run");
}

TEST_F(Damage, ACheckpointThatCannotBeReadIsNotDeleted) {
    // A link is not opened, whatever it leads to.
    const auto newest = folder / "run/checkpoints/checkpoint.0020.h5";
    fs::remove(newest);
    fs::create_symlink(newest, newest);
    const Outcome o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("--from FRAME"));
    EXPECT_TRUE(fs::is_symlink(newest));
    EXPECT_EQ(size(), all);
}

TEST_F(Damage, MissingStatisticsRowsAreReported) {
    // Frame 12 is on line 14; its third value is the number of the frame.
    std::string text = test::bytesOf(folder / "run/stats.csv");
    std::size_t line = 0;
    for (int i = 0; i < 13; ++i) line = text.find('\n', line) + 1;
    const std::string original = text.replace(text.find(',', line) + 1, 1, "x");
    ASSERT_TRUE(io::writeFile(folder / "run/stats.csv", text));
    const Outcome o = talus("resume " + at("run") + " --frames 22");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("line 14: value 2 is not a number"));
    EXPECT_EQ(io::readCsv(folder / "run/stats.csv")->rows.size(), 22u) << "all rows but that one";
    EXPECT_EQ(test::bytesOf(folder / "run/stats.csv.bad"), original);
    // From a frame before it (here the start) it is written again.
    ASSERT_EQ(talus("resume " + at("run") + " --from 0 --frames 20").code, 0);
    test::expectSameRun(folder / "whole", folder / "run");
}

TEST_F(Damage, DamagedFrameIsReportedAndRewrittenByResume) {
    const auto path = folder / "run/frames/grains.0007.vtp";
    flip(path, fs::file_size(path) / 2);
    for (const char* command : {"export ", "render "}) {
        const Outcome o = talus(command + at("run") + " --frames 7");
        EXPECT_EQ(o.code, 2) << o.text;
        EXPECT_THAT(o.text, HasSubstr("talus resume"));
    }
    const auto untouched = fs::last_write_time(folder / "run/frames/grains.0008.vtp");
    Outcome o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("frame 7 is damaged"));
    EXPECT_EQ(fs::last_write_time(folder / "run/frames/grains.0008.vtp"), untouched);
    test::expectSameRun(folder / "whole", folder / "run");
    // From a checkpoint where there is one before it; both at once.
    flip(folder / "run/frames/grains.0019.vtp", 2000);
    flip(folder / "run/frames/grains.0003.vtp", 100);
    o = talus("resume " + at("run"));
    EXPECT_THAT(o.text, HasSubstr("frame 3 is damaged: it is computed again from frame 0 on"));
    EXPECT_THAT(o.text, HasSubstr("frame 19 is damaged: it is computed again from frame 16 on"));
    test::expectSameRun(folder / "whole", folder / "run");
}

TEST_F(Damage, MissingFramesAreReportedAndRewritten) {
    for (const char* name : {"grains.0003.vtp", "grains.0007.vtp", "grains.0008.vtp", "grains.0020.vtp"})
        fs::remove(folder / "run/frames" / name);
    const std::string missing = "frame 3, frames 7 to 8, frame 20";
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr(missing));
    Outcome o = talus("export " + at("run") + " --frames 2:9");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("frame 3, frames 7 to 8;"));
    EXPECT_THAT(talus("export " + at("run") + " --frames 2:10:4").text, ::testing::Not(HasSubstr("missing")));
    o = talus("resume " + at("run") + " --no-repair");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr(missing));
    o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("frames 7 to 8 are missing: they are computed again from frame"));
    test::expectSameRun(folder / "whole", folder / "run");
    EXPECT_THAT(talus("info " + at("run")).text, ::testing::Not(HasSubstr("missing")));
    // All of them, and the list of them.
    fs::remove_all(folder / "run/frames");
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr("frames 0 to 20"));
    o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("frames 0 to 20 are missing: they are computed again from frame 0 on"));
    test::expectSameRun(folder / "whole", folder / "run");
}

TEST_F(Damage, ResumeLeavesTheUsersFilesInFailure) {
    fs::create_directory(folder / "run/failure");
    for (const char* name : {"report.txt", "state.h5", "grains.vtp", "what I found.txt"})
        std::ofstream(folder / "run/failure" / name) << "mine";
    const Outcome o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    for (const char* name : {"report.txt", "state.h5", "grains.vtp"})
        EXPECT_FALSE(fs::exists(folder / "run/failure" / name)) << name;
    EXPECT_EQ(test::bytesOf(folder / "run/failure/what I found.txt"), "mine");
}

TEST_F(Damage, DamagedManifestCanBeRecovered) {
    const auto manifest = folder / "run/manifest.json";
    fs::resize_file(manifest, 40);
    for (const char* command : {"info ", "resume ", "render ", "export ", "plot "}) {
        const Outcome o = talus(command + at("run"));
        EXPECT_EQ(o.code, 2) << o.text;
        EXPECT_THAT(o.text, HasSubstr("--rebuild-manifest")) << command;
    }
    Outcome o = talus("info --rebuild-manifest " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_EQ(fs::file_size(folder / "run/manifest.json.bad"), 40u);
    EXPECT_EQ(talus("info --rebuild-manifest " + at("run")).code, 2) << "it is in order now";
    EXPECT_EQ(talus("export " + at("run")).code, 0);
    fs::remove(manifest);
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr("--rebuild-manifest"));
    ASSERT_EQ(talus("info --rebuild-manifest " + at("run")).code, 0);
    o = talus("resume " + at("run") + " --from 16");
    EXPECT_EQ(o.code, 0) << o.text;
    test::expectSameRun(folder / "whole", folder / "run");
    // Not of a scene that was changed since: its frames are of another one.
    fs::remove(manifest);
    std::ofstream(folder / "run/run.toml", std::ios::app) << "\n";
    o = talus("info --rebuild-manifest " + at("run"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("belongs to another scene"));
}

TEST_F(Damage, RunCanContinueAfterAFullDiskBeforeTheFirstStep) {
    // Between the manifest and the scene.
    fs::create_directory(folder / "begun");
    fs::copy(folder / "run/manifest.json", folder / "begun/manifest.json");
    Outcome o = talus("run " + at("pour.toml") + " --out " + at("begun"));
    EXPECT_EQ(o.code, 0) << o.text;
    test::expectSameRun(folder / "whole", folder / "begun");
    // A limit (in blocks of 512 bytes) that the scene hits, and the manifest, without any session yet, does
    // not.
    const auto blocks = (fs::file_size(folder / "run/run.toml") - 1) / 512;
    const std::string full = (folder / "full").string();
    const auto [code, text] =
        test::runCommand("sh -c 'ulimit -f " + std::to_string(blocks) + "; exec " + test::talusProgram() +
                         " run " + (folder / "pour.toml").string() + " --out " + full + "'");
    EXPECT_EQ(code, 4) << text;
    EXPECT_THAT(text, HasSubstr("run.toml"));
    o = talus("run " + at("pour.toml") + " --out " + at("full"));
    EXPECT_EQ(o.code, 0) << o.text;
}

TEST_F(Damage, OverwriteLeavesTheUsersFiles) {
    ASSERT_EQ(talus("plot " + at("run")).code, 0);
    ASSERT_EQ(talus("export " + at("run")).code, 0);
    for (const char* name :
         {"frames/notes.txt", "images/photo.png", "plots/paper.pdf", "export/heap.blend"}) {
        fs::create_directories((folder / "run" / name).parent_path());
        std::ofstream(folder / "run" / name) << "mine";
    }
    const Outcome o = talus("run " + at("pour.toml") + " --frames 2 --overwrite --out " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("export/heap.blend"));
    for (const char* name : {"frames/notes.txt", "images/photo.png", "plots/paper.pdf", "export/heap.blend"})
        EXPECT_EQ(test::bytesOf(folder / "run" / name), "mine") << name;
    for (const char* name : {"frames/grains.0020.vtp", "plots/energy.png", "export/grains.0003.vtp"})
        EXPECT_FALSE(fs::exists(folder / "run" / name)) << name;
    EXPECT_EQ(run::listFrames(folder / "run").size(), 3u);
}

}  // namespace
}  // namespace talus
