// A run folder that somebody else made: no command writes outside of it, and nothing in it commands a
// terminal or a shell.
#include <fstream>
#include <functional>

#include <sys/stat.h>

#include "talus/io/vtk/vtk.h"
#include "tests/io/without_checksum.h"
#include "tests/run/cli.h"

namespace talus {
namespace {

using test::Outcome;
using test::talus;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

class HostileFolder : public test::Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 6 --out " + at("good")).code, 0);
        fs::create_directory(folder / "outside");
        ASSERT_TRUE(io::writeFile(folder / "outside/precious", "mine"));
    }
    /// A fresh copy of a good run.
    void copyRun() {
        fs::remove_all(folder / "run");
        fs::copy(folder / "good", folder / "run", fs::copy_options::recursive);
    }
    void expectOutsideUntouched(const std::string& what) const {
        const auto precious = io::readFile(folder / "outside/precious", 100);
        EXPECT_TRUE(precious && *precious == "mine") << what;
        EXPECT_EQ(std::distance(fs::directory_iterator(folder / "outside"), {}), 1) << what;
    }
    /// Replaces what is there.
    void link(const std::string& name, const std::string& to) const {
        fs::remove_all(folder / "run" / name);
        fs::create_symlink(folder / to, folder / "run" / name);
    }
    void tryLinks(std::size_t stride);

    const std::vector<std::string> commands{"resume --frames 8 ",
                                            "resume --from 0 --frames 2 ",
                                            "render --size 64x64 ",
                                            "plot ",
                                            "export ",
                                            "export --format csv,ply,xyz ",
                                            "export --format lammps --allow-missing ",
                                            "info "};
};

// Each link and one command in three of those that there are, in turn.
TEST_F(HostileFolder, NoCommandWritesThroughALink) { tryLinks(3); }

TEST_F(HostileFolder, LongNoCommandWritesThroughAnyLink) { tryLinks(1); }

void HostileFolder::tryLinks(std::size_t stride) {
    const std::vector<std::pair<std::string, std::string>> links{
        {"log.txt", "outside/precious"},
        {"log.txt", "outside/new"},
        {"stats.csv", "outside/precious"},
        {"stats.csv.tmp", "outside/precious"},
        {"manifest.json.tmp", "outside/precious"},
        {"run.toml.tmp", "outside/precious"},
        {"video.mp4", "outside/precious"},
        {"frames", "outside"},
        {"frames/grains.0007.vtp.tmp", "outside/precious"},
        {"frames/grains.0007.vtp", "outside/precious"},
        {"frames/grains.pvd.tmp", "outside/new"},
        {"checkpoints", "outside"},
        {"checkpoints/checkpoint.0008.h5.tmp", "outside/new"},
        {"images", "outside"},
        {"plots", "outside"},
        {"export", "outside"},
        {"failure", "outside"}};
    std::size_t number = 0;
    for (const auto& [name, to] : links)
        for (const std::string& command : commands) {
            if (number++ % stride != 0) continue;
            copyRun();
            link(name, to);
            const Outcome o = talus(command + at("run"));
            EXPECT_GE(o.code, 0) << command << name << ": " << o.text;
            EXPECT_LE(o.code, 4) << command << name << ": " << o.text;
            expectOutsideUntouched(command + name);
        }
}

TEST_F(HostileFolder, LinksAreNamedOrReplaced) {
    copyRun();
    link("frames", "outside");
    EXPECT_THAT(talus("resume --frames 8 " + at("run")).text,
                HasSubstr((folder / "run/frames").string() + "': it is a symbolic link"));
    expectOutsideUntouched("resume");
    link("log.txt", "outside/precious");
    const Outcome o = talus("run --overwrite --frames 2 " + at("pour.toml") + " --out " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    expectOutsideUntouched("run --overwrite");
}

TEST_F(HostileFolder, TheFolderItselfMayBeALink) {
    fs::create_directory_symlink(folder / "good", folder / "link");
    EXPECT_EQ(talus("resume --frames 8 " + at("link")).code, 0);
    EXPECT_EQ(talus("export --format csv " + at("link")).code, 0);
    EXPECT_TRUE(fs::exists(folder / "good/export/grains.0008.csv"));
}

TEST_F(HostileFolder, PipesDoNotHang) {
    for (const char* name : {"stats.csv", "log.txt", "run.toml", "manifest.json"}) {
        copyRun();
        fs::remove(folder / "run" / name);
        ASSERT_EQ(::mkfifo((folder / "run" / name).c_str(), 0600), 0);
        const Outcome o = talus("resume --frames 8 " + at("run"), "timeout 20 ");
        EXPECT_NE(o.code, 124) << name << " was waited for";
        EXPECT_THAT(o.text, HasSubstr("it is a pipe or a device")) << name;
    }
}

TEST_F(HostileFolder, NamesOfArraysAreChecked) {
    // Its sender has made the checksum fit, or left it out.
    const std::string frame =
        test::withoutChecksum(io::readFile(folder / "good/frames/grains.0006.vtp", 1 << 24).value());
    for (const std::string name : {"rad\nus", "$(x)us", "ra,ius", "rad us", "=adius", "rad\x1b[us"}) {
        copyRun();
        std::string changed = frame;
        const std::size_t at_name = changed.find("Name=\"radius\"");
        ASSERT_NE(at_name, std::string::npos);
        ASSERT_TRUE(io::writeFile(folder / "run/frames/grains.0006.vtp",
                                  changed.replace(at_name, 13, "Name=\"" + name + "\"")));
        for (const char* command : {"export --format csv ", "render --size 64x64 ", "plot "}) {
            const Outcome o = talus(command + at("run"));
            EXPECT_EQ(o.code, 2) << command << o.text;
            EXPECT_THAT(o.text, HasSubstr("the name of an array"));
            EXPECT_THAT(o.text, Not(HasSubstr("\x1b"))) << command;
        }
        EXPECT_FALSE(fs::exists(folder / "run/export/grains.0006.csv"));
    }
}

TEST_F(HostileFolder, NothingInTheManifestReachesTheTerminal) {
    std::string manifest = io::readFile(folder / "good/manifest.json", 1 << 24).value();
    for (const char* key : {"\"scene\": \"", "\"command_line\": \"", "\"version\": \"", "\"started\": \""}) {
        const std::size_t at_value = manifest.find(key);
        ASSERT_NE(at_value, std::string::npos) << key;
        manifest.insert(at_value + std::string(key).size(),
                        "\\u001b]0;owned\\u0007\\u009b31m\\nfake line\\r");
    }
    ASSERT_TRUE(io::writeFile(folder / "good/manifest.json", manifest));
    const Outcome o = talus("info " + at("good"));
    EXPECT_EQ(o.code, 0) << o.text;
    for (const char* obeyed : {"\x1b", "\x07", "\xc2\x9b", "\r", "\nfake"})
        EXPECT_THAT(o.text, Not(HasSubstr(obeyed)));
    EXPECT_THAT(o.text, HasSubstr("?]0;owned"));
    // An error that quotes it.
    const std::string key = "\"engine\": \"";
    manifest.replace(manifest.find(key), key.size(), key + "x\\u001b[31m");
    ASSERT_TRUE(io::writeFile(folder / "good/manifest.json", manifest));
    const Outcome refused = talus("resume " + at("good"));
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.text, HasSubstr("x?[31m"));
    EXPECT_THAT(refused.text, Not(HasSubstr("\x1b")));
}

TEST_F(HostileFolder, NoNameOfAColumnReachesTheTerminal) {
    copyRun();
    fs::create_directory(folder / "run/probes");
    for (const std::string name : {"he\x1b]0;owned\x07ight",
                                   "he\xc2\x9b"
                                   "31might"}) {
        ASSERT_TRUE(io::writeFile(folder / "run/probes/level.csv",
                                  "time [s],step," + name + " [m],flow [m^3/s]\n0,0,1,1\n"));
        for (const char* command : {"plot ", "plot --list ", "info "}) {
            const Outcome o = talus(command + at("run"));
            EXPECT_THAT(o.text, HasSubstr("level")) << command;
            for (const char* obeyed : {"\x1b", "\x07", "\xc2\x9b"})
                EXPECT_THAT(o.text, Not(HasSubstr(obeyed))) << command;
        }
        std::error_code no_folder;
        for (const auto& entry : fs::directory_iterator(folder / "run/plots", no_folder))
            EXPECT_THAT(entry.path().string(), Not(HasSubstr("owned")));
    }
}

TEST_F(HostileFolder, NoNameOfAFileReachesTheTerminal) {
    copyRun();
    fs::create_directories(folder / "run/probes");
    // Every frame has the sets, and a probe the name.
    for (const std::string name : {"\x1b]0;owned\x07", "a\ntalus: note: fake",
                                   "\xe2\x80\xae"
                                   "b"}) {
        for (int frame = 0; frame <= 6; ++frame)
            fs::copy_file(folder / "run/frames/grains.0003.vtp",
                          folder / ("run/frames/" + name + ".000" + std::to_string(frame) + ".vtp"));
        ASSERT_TRUE(
            io::writeFile(folder / ("run/probes/" + name + ".csv"), "time [s],step,height [m]\n0,0,1\n"));
    }
    for (const std::string command :
         {"info ", "export ", "export --format csv ", "export --surface --radius 0.002 ", "plot ",
          "plot --list ", "resume --frames 8 ", "render --size 64x64 --frames 6 "}) {
        const Outcome o = talus(command + at("run"));
        EXPECT_EQ(o.code, 0) << command << o.text;
        for (const char* obeyed : {"\x1b", "\x07", "\ntalus: note: fake", "\xe2\x80\xae"})
            EXPECT_THAT(o.text, Not(HasSubstr(obeyed))) << command;
    }
}

}  // namespace
}  // namespace talus
