// What the check must say before a run does: pipes that would be waited for, a step that is shortened, grains
// at one place, first steps that diverge.
#include <sys/stat.h>

#include <fmt/format.h>

#include "talus/io/image.h"
#include "tests/run/cli.h"
#include "tests/support/paths.h"

namespace talus::test {
namespace {

using ::testing::HasSubstr;

class CliCheck : public ::testing::Test {
  protected:
    /// A command that waits for a pipe is stopped, with code 124.
    Outcome check(const std::string& scene) { return talus("check " + at(scene), "timeout 20 "); }
    std::string at(const std::string& name) const { return fmt::format("'{}'", (folder / name).string()); }
    void write(const std::string& name, const std::string& text) const {
        ASSERT_TRUE(io::writeFile(folder / name, text));
    }
    void pipe(const std::string& name) const { ASSERT_EQ(::mkfifo((folder / name).c_str(), 0600), 0); }

    const std::string head = R"(format = 1
name = "a"
[time]
duration = 0.1
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
)";
    TemporaryFolder folder;
};

TEST_F(CliCheck, DrawsWhatMeshesWereMadeInto) {
    write(
        "block.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
        "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 3 7 4\nf 4 7 8\nf 1 5 3\nf 3 5 7\nf 2 4 6\n"
        "f 4 8 6\n");
    write("stones.toml", head +
                             "[[grain_shape]]\nname = \"block\"\nkind = \"mesh\"\nfile = \"block.obj\"\n"
                             "[[grain]]\nmaterial = \"sand\"\nshape = \"block\"\nradius = 0.01\n"
                             "position = [0, 0, 1]\n");
    const Outcome o = talus(fmt::format("check {} --pictures {}", at("stones.toml"), at("drawn")));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("grain-shape-block.png"));
    const auto image = io::readPng(folder / "drawn" / "grain-shape-block.png");
    ASSERT_TRUE(image.ok()) << image.error().message;
    EXPECT_EQ(image->width, 1280);
    write("balls.toml", head);
    EXPECT_THAT(talus(fmt::format("check {} --pictures {}", at("balls.toml"), at("none"))).text,
                HasSubstr("nothing was drawn"));
    EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_F(CliCheck, PipesDoNotBlock) {
    pipe("scene.toml");
    Outcome o = check("scene.toml");
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text,
                HasSubstr("is a pipe or a device, not a file; to read a scene from a pipe, use /dev/stdin"));

    for (const char* name : {"pipe.csv", "pipe.ply", "pipe.asc", "land.prj"}) pipe(name);
    write("import.toml", head + "[[import]]\nname = \"i\"\nmaterial = \"sand\"\nfile = \"pipe.csv\"\n");
    write("wall.toml",
          head + "[[wall]]\nname = \"w\"\nmaterial = \"sand\"\nshape = \"mesh\"\nfile = \"pipe.ply\"\n");
    write("raster.toml", head + "[ground]\nmaterial = \"sand\"\nshape = \"raster\"\nfile = \"pipe.asc\"\n");
    for (const char* scene : {"import.toml", "wall.toml", "raster.toml"}) {
        o = check(scene);
        EXPECT_EQ(o.code, 2) << scene << ": " << o.text;
        EXPECT_THAT(o.text, HasSubstr("cannot be used")) << scene;
    }
    // What lies beside a raster by its name is read with it.
    write("land.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n0 0\n0 0\n");
    write("beside.toml", head + "[ground]\nmaterial = \"sand\"\nshape = \"raster\"\nfile = \"land.asc\"\n");
    o = check("beside.toml");
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("the file 'land.prj', which is read with it, is a pipe"));
}

TEST_F(CliCheck, AScenePipedInIsRead) {
    write("scene.toml", head);
    const auto [code, text] =
        runCommand("cat " + at("scene.toml") + " | " + test::talusProgram() + " check /dev/stdin");
    EXPECT_EQ(code, 0) << text;
    EXPECT_THAT(text, HasSubstr("/dev/stdin: ok"));
}

// How high the ground is, and from which stress on each layer of it moves.
TEST_F(CliCheck, GroundIsDescribed) {
    write("land.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n537 538\n539 544\n");
    write("scene.toml", head + R"([ground]
material = "sand"
shape = "raster"
file = "land.asc"
[water]
spacing = 0.1
[[water_block]]
name = "pond"
min = [0.2, 0.2, 545]
max = [0.8, 0.8, 545.2]
[erosion]
[[layer]]
name = "loam"
thickness = 0.5
critical_shear = 1.5
strength = 1e-4
[[layer]]
name = "rock"
strength = 0
critical_shear = 1e6
)");
    const Outcome o = check("scene.toml");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("2 x 2 columns, 1 m apart, 537 to 544 m high"));
    EXPECT_THAT(o.text, HasSubstr("loam is eroded above 1.5 Pa"));
    EXPECT_THAT(o.text, HasSubstr("rock is never eroded: its strength is 0"));
}

// A given step that the sand does not allow, one that is no whole part of a frame, and one that stays. It was
// chosen for the sand: as grains the scene would take their own.
TEST_F(CliCheck, AGivenStepThatIsShortenedIsReported) {
    write("scene.toml", R"(format = 1
name = "a"
time.duration = 0.1
time.frame_interval = 0.05
[[material]]
name = "sand"
like = "dry sand"
[sand]
material = "sand"
cell = 0.02
[[sand_block]]
name = "block"
min = [0, 0, 0]
max = [0.1, 0.1, 0.1]
[[wall]]
name = "floor"
material = "sand"
)");
    const auto with = [&](const std::string& dt) {
        return talus("check --set time.dt=" + dt + " " + at("scene.toml")).text;
    };
    const std::string shortened = with("0.02");
    EXPECT_THAT(shortened, HasSubstr("s (the given 0.02 s is shortened: cfl: sound's share of a cell"));
    EXPECT_THAT(shortened, HasSubstr("1.6e-05 s a step"));
    EXPECT_THAT(
        with("3e-4"),
        HasSubstr("0.000299 s (the given 0.0003 s is shortened: a frame is a whole number of steps)"));
    EXPECT_THAT(with("1e-4"), HasSubstr("step     0.0001 s (given), 1000 steps"));
}

TEST_F(CliCheck, GrainsAtTheSamePositionAreRefused) {
    write("grains.csv", "x,y,z,radius\n0,0,1,0.001\n0,0,1,0.001\n");
    write("scene.toml", head + "[[import]]\nname = \"i\"\nmaterial = \"sand\"\nfile = \"grains.csv\"\n");
    const Outcome o = check("scene.toml");
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("the force on the grain at (0, 0, 1) m is not a number"));
    EXPECT_THAT(o.text, ::testing::Not(HasSubstr("ok")));
}

TEST_F(CliCheck, DivergingFirstStepsAreReported) {
    write("scene.toml", head + R"([[body]]
name = "ball"
material = "sand"
shape = "sphere"
radius = 0.02
position = [0, 0, 0]
[[fill]]
name = "around"
material = "sand"
min = [-0.03, -0.03, -0.03]
max = [0.03, 0.03, 0.03]
)");
    const Outcome o = check("scene.toml");
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("the run would diverge in its first steps"));
    EXPECT_THAT(o.text, HasSubstr("overlap at the start"));
}

}  // namespace
}  // namespace talus::test
