// What stats.csv says of bodies and of the ground's load.
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"

namespace talus::run {
namespace {

const char* scene_text = R"(
format = 1
name = "spinning"
[time]
duration = 0.5
frame_interval = 0.25
[world]
gravity = [0, 0, 0]
[[material]]
name = "stone"
density = 2500
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
TEST(Stats, SayHowBodiesAreTurned) {
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

}  // namespace
}  // namespace talus::run
