// What a run takes, told before it starts.
#include "talus/grains/check/work.h"

#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

#include "tests/support/scene_head.h"

namespace talus::scene {
namespace {

// A run ends with a frame, and what it takes is counted up to there.
TEST(Estimate, CoversTheWholeLastFrame) {
    const auto of = [](double duration, double interval) {
        const std::string text = "format = 1\nname = \"t\"\n[time]\nduration = " + std::to_string(duration) +
                                 "\nframe_interval = " + std::to_string(interval) + "\ndt = 1e-3\n";
        const ReadResult read = readScene(text, "scene.toml", {}, Machine{});
        return estimate(*read.scene);
    };
    EXPECT_EQ(of(0.12, 0.05).frames, 3u);
    EXPECT_EQ(of(0.12, 0.05).steps, 150u);
    EXPECT_EQ(of(0.3, 0.1).frames, 3u);
    EXPECT_EQ(of(0.01, 5).steps, 5000u);
}

// 100 grains that are there, and a spout that pours 50 a second from 1 s on: 100 of them are there at 3 s, of
// 4 s.
TEST(Work, CountsGrainsForTheTimeTheyExist) {
    std::string text =
        test::sceneHead("work", {.duration = 4, .frame_interval = 0.5, .dt = 1e-5}, {{"sand"}}) + R"(
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 100
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, 0.5]
radius = 0.1
speed = 1
start = 1
rate = 50
count = 100
)";
    for (int i = 0; i < 100; ++i)
        text += "[[grain]]\nmaterial = \"sand\"\nposition = [" + std::to_string(0.01 * i) + ", 0, 0]\n";
    const ReadResult read = readScene(text, "scene.toml", {}, Machine{});
    ASSERT_TRUE(read.scene) << read.diagnostics.format("scene.toml", text);
    EXPECT_EQ(estimate(*read.scene).steps, 400000u);
    EXPECT_NEAR(grains::grainSteps(*read.scene, 400000), (100 * 4 + 100 * 2 * 0.5 + 100 * 1) * 1e5, 1e-3);
}

// Grains make the steps of cloth and of bodies shorter, and each of these steps is work: with a hundred times
// the stiffness, steps are a tenth as long (contact times go with its root). Cloth has one small step in each
// of them, so its work is ten times as large; as is that of bodies. The grains are few.
TEST(Work, CountsTheStepsThatOthersAskFor) {
    const auto workOf = [](double stiffness, const std::string& more) {
        const std::string text =
            test::sceneHead("work", {.duration = 1, .frame_interval = 0.5}, {{"sand"}}) +
            fmt::format(
                "[[contact]]\nbetween = [\"sand\", \"sand\"]\nlaw = \"linear\"\nstiffness = {}\n"
                "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, 3]\n{}",
                stiffness, more);
        const ReadResult read = readScene(text, "scene.toml", {}, Machine{});
        EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", text);
        return read.scene ? estimate(*read.scene).work : 0.0;
    };
    const char *cloth = "[[cloth]]\nname = \"sheet\"\nmaterial = \"sand\"\n",
               *body = "[[body]]\nname = \"ball\"\nmaterial = \"sand\"\nradius = 0.1\nposition = [0, 0, 1]\n";
    for (const char* more : {cloth, body}) {
        const double soft = workOf(1e4, more) - workOf(1e4, ""), stiff = workOf(1e6, more) - workOf(1e6, "");
        EXPECT_NEAR(stiff / soft, 10, 1) << more;
    }
    // A sheet of 40 x 40 points alone takes 15 small steps in each of 60 steps.
    EXPECT_GT(workOf(1e6, cloth), 2 * workOf(1e4, cloth));
}

// A screen of 256 x 192 phyxels with 100,000 steps took 4.4 s of a processor on one thread, and two pictures
// of 1280 x 720 of a volume took 4.7 s. The estimate is within a factor of two.
TEST(Work, CountsTheScreen) {
    const auto workOf = [](const std::string& screen) {
        const std::string text =
            "format = 1\nname = \"t\"\ntime = {duration = 1, frame_interval = 1}\n"
            "[[masses]]\nname = \"a\"\npositions = [[0, 0, 0]]\n" +
            screen;
        const ReadResult read = readScene(text, "scene.toml", {}, Machine{});
        EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", text);
        return read.scene ? estimate(*read.scene).work : 0.0;
    };
    const double none = workOf("");
    const double plane = workOf("[screen]\nrate = 1e5\n") - none;
    EXPECT_GT(plane, 1.7);
    EXPECT_LT(plane, 6.8);
    const std::string box =
        "[screen]\nonto = \"volume\"\nmin = [0, 0, 0]\nmax = [1, 0.2, 0.8]\ncell = 0.01\n";
    EXPECT_GT(workOf(box) - none, 1.6);
    EXPECT_LT(workOf(box) - none, 6.4);
}

}  // namespace
}  // namespace talus::scene
