// Files that a scene reads, changed while its run has stopped; and other wishes that cannot be met.
#include <filesystem>

#include "talus/io/file.h"
#include "tests/run/cli.h"
#include "tests/support/scene_head.h"

namespace talus {
namespace {

using test::talus;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string scene = test::sceneHead("inputs", {.duration = 0.02}, {{"sand"}}) + R"(
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
    ASSERT_EQ(talus("run '" + (folder / "scene.toml").string() + "' --frames 1 --out " + run).code, 0);
    for (const auto& [file, before, after] :
         {std::tuple{"ramp.obj", ramp, "v -1 -1 0\nv 1 -1 0\nv 0 2 0\nf 1 2 3\n"},
          {"few.csv", few, "x,y,z,radius\n0,0,0.02,0.001\n"}}) {
        ASSERT_TRUE(io::writeFile(folder / file, after));
        test::Outcome o = talus("resume " + run);
        EXPECT_EQ(o.code, 2) << o.text;
        EXPECT_THAT(o.text, HasSubstr(file + std::string("' was changed since the run began; restore it")));
        o = talus("render " + run);
        EXPECT_EQ(o.code, 0) << o.text;
        EXPECT_THAT(
            o.text,
            HasSubstr(file + std::string("' was changed since the run began; the present version is drawn")));
        ASSERT_TRUE(io::writeFile(folder / file, before));
    }
    test::Outcome o = talus("render " + run);
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, Not(HasSubstr("was changed")));
    EXPECT_EQ(talus("resume --frames 2 " + run).code, 0);
}

// What shapes a raster may stand beside it: its cell size, its mask.
TEST(CliInputs, AChangedFileBesideARasterKeepsARunFromGoingOn) {
    const TemporaryFolder folder;
    const std::string head =
        "NROWS 3\nNCOLS 3\nNBITS 32\nPIXELTYPE FLOAT\nBYTEORDER I\nXLLCORNER 0\nYLLCORNER 0\n";
    const float heights[9] = {};
    ASSERT_TRUE(io::writeFile(folder / "dem.flt", {reinterpret_cast<const char*>(heights), sizeof heights}));
    ASSERT_TRUE(io::writeFile(folder / "dem.hdr", head + "CELLSIZE 0.01\n"));
    ASSERT_TRUE(
        io::writeFile(folder / "scene.toml", test::sceneHead("raster", {.duration = 0.02}, {{"rock"}}) + R"(
[ground]
shape = "raster"
material = "rock"
file = "dem.flt"
)"));
    const std::string run = "'" + (folder / "run").string() + "'";
    test::Outcome o = talus("run '" + (folder / "scene.toml").string() + "' --frames 1 --out " + run);
    ASSERT_EQ(o.code, 0) << o.text;
    const auto refused = [&](const std::string& why) {
        o = talus("resume " + run);
        EXPECT_EQ(o.code, 2) << o.text;
        EXPECT_THAT(o.text, HasSubstr(why));
    };
    ASSERT_TRUE(io::writeFile(folder / "dem.hdr", head + "CELLSIZE 0.02\n"));
    refused("dem.hdr' was changed since the run began; restore it");
    ASSERT_TRUE(io::writeFile(folder / "dem.hdr", head + "CELLSIZE 0.01\n"));
    ASSERT_TRUE(io::writeFile(folder / "dem.prj", "LOCAL_CS[\"here\"]"));
    refused("dem.prj' is read with '");
    refused("did not exist when the run began");
    std::filesystem::remove(folder / "dem.prj");
    EXPECT_EQ(talus("resume --frames 2 " + run).code, 0);
    // One that was there is missed.
    ASSERT_TRUE(io::writeFile(folder / "dem.prj", "LOCAL_CS[\"here\"]"));
    o = talus("run --overwrite '" + (folder / "scene.toml").string() + "' --frames 1 --out " + run);
    ASSERT_EQ(o.code, 0) << o.text;
    std::filesystem::remove(folder / "dem.prj");
    refused("dem.prj' was read with '");
}

TEST(CliInputs, LostMaterialsOfATableAreReported) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "scene.toml", scene));
    ASSERT_TRUE(io::writeFile(folder / "ramp.obj", ramp));
    ASSERT_TRUE(
        io::writeFile(folder / "few.csv", "x,y,z,radius,material\n0,0,0.01,0.001,0\n0.01,0,0.01,0.001,1\n"));
    const test::Outcome o = talus("check '" + (folder / "scene.toml").string() + "'");
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr("has grains of several materials; all become 'sand'"));
}

// What is asked for and cannot be, or comes out otherwise, is told before any work.
TEST(CliInputs, SettingsThatCannotBeMetAreReported) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "empty.toml",
                              "format = 1\nname = \"empty\"\n[time]\nduration = 0.1\n"
                              "[[material]]\nname = \"sand\"\n[[emitter]]\nname = \"late\"\n"
                              "material = \"sand\"\ncentre = [0, 0, 1]\ncount = 1\nstart = 0.09\n"));
    const std::string run = "'" + (folder / "run").string() + "'";
    test::Outcome o = talus("run '" + (folder / "empty.toml").string() +
                            "' --until 0.05 --set 'time.dt = 0.01' --out " + run);
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("--until 0.05: the run ends at its next frame, at 0.08 s"));
    o = talus("plot " + run);
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("there is nothing to measure in frame 2"));
    o = talus("render " + run + " --video film.gif");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("give a name that ends in .mp4"));
    o = talus("render " + run + " --video '" + (folder / "none/film.mp4").string() + "'");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("there is no folder"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/images")) << "nothing is drawn first";
}

}  // namespace
}  // namespace talus
