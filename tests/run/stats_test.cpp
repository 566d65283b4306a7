// What stats.csv says of bodies and of the loads on walls and ground.
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/scene_head.h"

namespace talus::run {
namespace {

const std::string scene_text =
    test::sceneHead("spinning", {.duration = 0.5, .frame_interval = 0.25}, {{"stone"}}) + R"(
[world]
gravity = [0, 0, 0]
[ground]
material = "stone"
corner = [-1, -1, -5]
size = [2, 2]
spacing = 0.1
[[body]]
name = "ball"
material = "stone"
radius = 0.1
position = [0, 0, 1]
rotation = [0, 0, 0.3]
velocity = [0, 1, 0]
spin = [0, 0, 2]
)";

// A ball that spins freely by w has turned by w t on from its rotation at the start, about the same axis.
TEST(Stats, OrientationOfBodiesIsWritten) {
    const test::TemporaryFolder folder;
    const scene::ReadResult read = scene::readScene(scene_text, "scene.toml", {}, scene::Machine{});
    ASSERT_TRUE(read.scene) << read.diagnostics.format("scene.toml", scene_text);
    ASSERT_TRUE(test::startRun(*read.scene, folder / "run", test::optionsTo(2)));
    const auto stats = io::readCsv(folder / "run/stats.csv").value();
    const auto last = [&](const char* name) {
        const int column = stats.find(name);
        EXPECT_GE(column, 0) << name;
        return column < 0 ? 0.0 : stats.rows.back()[static_cast<std::size_t>(column)];
    };
    EXPECT_NEAR(last("body.ball.y"), 0.5, 1e-9);
    EXPECT_NEAR(last("body.ball.rz"), 0.3 + 2 * 0.5, 1e-9);
    EXPECT_NEAR(last("body.ball.rx"), 0, 1e-9);
    EXPECT_NEAR(last("body.ball.wz"), 2, 1e-9);
    EXPECT_NEAR(last("body.ball.wy"), 0, 1e-9);
    for (const char* name : {"ground.tx", "ground.ty", "ground.tz"}) EXPECT_EQ(last(name), 0);
}

/// A column of water on what carries it, its middle at (0.25, 0.15).
std::string columnOn(const std::string& bed) {
    return test::sceneHead("column", {.duration = 0.04, .frame_interval = 0.02}, {{"glass"}}) + R"(
[water]
spacing = 0.01
[[water_block]]
name = "column"
min = [0.2, 0.1, 0]
max = [0.3, 0.2, 0.05]
[[wall]]
name = "sides"
material = "glass"
shape = "box-inside"
min = [0.2, 0.1, -1]
max = [0.3, 0.2, 1]
open = ["+z", "-z"]
)" + bed;
}

/// The torque of the weight about the origin, from columns "NAME.fz" and so on. A hundredth: the water
/// settles.
void expectTorqueOfTheColumn(const std::string& bed, const std::string& name) {
    const test::TemporaryFolder folder;
    const std::string text = columnOn(bed);
    const scene::ReadResult read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    ASSERT_TRUE(read.scene) << read.diagnostics.format("scene.toml", text);
    ASSERT_TRUE(test::startRun(*read.scene, folder / "run", test::optionsTo(2)));
    const auto stats = io::readCsv(folder / "run/stats.csv").value();
    for (const std::string of : {"", "water."}) {
        const auto last = [&](const char* part) {
            const int column = stats.find(name + "." + of + part);
            EXPECT_GE(column, 0) << name << of << part;
            return column < 0 ? 0.0 : stats.rows.back()[static_cast<std::size_t>(column)];
        };
        const double weight = -last("fz");
        EXPECT_GT(weight, 1);
        EXPECT_NEAR(last("tx"), -0.15 * weight, 0.01 * 0.15 * weight) << name;
        EXPECT_NEAR(last("ty"), 0.25 * weight, 0.01 * 0.25 * weight) << name;
    }
}

TEST(Stats, TorqueOfWaterOnAWallIsWritten) {
    expectTorqueOfTheColumn(
        "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\nshape = \"plane\"\n"
        "point = [0, 0, 0]\nnormal = [0, 0, 1]\n",
        "wall.floor");
}

TEST(Stats, TorqueOfWaterOnTheGroundIsWritten) {
    expectTorqueOfTheColumn(
        "[ground]\nmaterial = \"glass\"\ncorner = [-0.5, -0.5, 0]\nsize = [1, 1]\nspacing = 0.05\n",
        "ground");
}

}  // namespace
}  // namespace talus::run
