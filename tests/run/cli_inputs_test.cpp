// Files that a scene reads, changed while its run has stopped; and other wishes that cannot be met.
#include <filesystem>

#include "talus/io/file.h"
#include "tests/support/command.h"
#include "tests/support/temporary_folder.h"

namespace talus {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

std::pair<int, std::string> talus(const std::string& arguments) {
    return test::runCommand(std::string(TALUS_EXECUTABLE) + " " + arguments);
}

const char* scene = R"(format = 1
name = "inputs"
[time]
duration = 0.02
frame_interval = 0.01
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 1000
[[wall]]
name = "ramp"
material = "sand"
shape = "mesh"
file = "ramp.obj"
[[import]]
name = "few"
material = "sand"
file = "few.csv"
[render]
size = [64, 64]
)";
const char* ramp = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n";
const char* few = "x,y,z,radius\n0,0,0.01,0.001\n0.01,0,0.01,0.001\n";

TEST(CliInputs, AChangedFileKeepsARunFromGoingOn) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "scene.toml", scene));
    ASSERT_TRUE(io::writeFile(folder / "ramp.obj", ramp));
    ASSERT_TRUE(io::writeFile(folder / "few.csv", few));
    const std::string run = "'" + (folder / "run").string() + "'";
    ASSERT_EQ(talus("run '" + (folder / "scene.toml").string() + "' --frames 1 --out " + run).first, 0);
    for (const auto& [file, before, after] :
         {std::tuple{"ramp.obj", ramp, "v -1 -1 0\nv 1 -1 0\nv 0 2 0\nf 1 2 3\n"},
          {"few.csv", few, "x,y,z,radius\n0,0,0.02,0.001\n"}}) {
        ASSERT_TRUE(io::writeFile(folder / file, after));
        auto [code, text] = talus("resume " + run);
        EXPECT_EQ(code, 2) << text;
        EXPECT_THAT(text, HasSubstr(file + std::string("' was changed since the run began; put it back")));
        std::tie(code, text) = talus("render " + run);
        EXPECT_EQ(code, 0) << text;
        EXPECT_THAT(text, HasSubstr(file + std::string("' was changed since the run began; it is drawn")));
        ASSERT_TRUE(io::writeFile(folder / file, before));
    }
    auto [code, text] = talus("render " + run);
    EXPECT_EQ(code, 0) << text;
    EXPECT_THAT(text, Not(HasSubstr("was changed")));
    EXPECT_EQ(talus("resume --frames 2 " + run).first, 0);
}

TEST(CliInputs, MaterialsThatATableLosesAreTold) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "scene.toml", scene));
    ASSERT_TRUE(io::writeFile(folder / "ramp.obj", ramp));
    ASSERT_TRUE(
        io::writeFile(folder / "few.csv", "x,y,z,radius,material\n0,0,0.01,0.001,0\n0.01,0,0.01,0.001,1\n"));
    const auto [code, text] = talus("check '" + (folder / "scene.toml").string() + "'");
    EXPECT_EQ(code, 0);
    EXPECT_THAT(text, HasSubstr("has grains of several materials; all become 'sand'"));
}

// What is asked for and cannot be, or comes out otherwise, is told before any work.
TEST(CliInputs, WishesThatCannotBeMetAreTold) {
    const TemporaryFolder folder;
    ASSERT_TRUE(
        io::writeFile(folder / "empty.toml", "format = 1\nname = \"empty\"\n[time]\nduration = 0.1\n"));
    const std::string run = "'" + (folder / "run").string() + "'";
    auto [code, text] = talus("run '" + (folder / "empty.toml").string() +
                              "' --until 0.05 --set 'time.dt = 0.01' --out " + run);
    EXPECT_EQ(code, 0) << text;
    EXPECT_THAT(text, HasSubstr("--until 0.05: the run goes on to its next frame, at 0.08 s"));
    std::tie(code, text) = talus("plot " + run);
    EXPECT_EQ(code, 0) << text;
    EXPECT_THAT(text, HasSubstr("frame 2 has no grains: there is nothing to measure"));
    std::tie(code, text) = talus("render " + run + " --video film.gif");
    EXPECT_EQ(code, 2);
    EXPECT_THAT(text, HasSubstr("give it a name that ends in .mp4"));
    std::tie(code, text) = talus("render " + run + " --video '" + (folder / "none/film.mp4").string() + "'");
    EXPECT_EQ(code, 2);
    EXPECT_THAT(text, HasSubstr("there is no folder"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/images")) << "nothing is drawn first";
}

}  // namespace
}  // namespace talus
