#include "viewer/hand/hands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/core/text_file.h"
#include "tests/viewer/viewer_fixture.h"
#include "viewer/hand/object_tables.h"

namespace talus::viewer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class HandTest : public ViewerTest {
  protected:
    /// The positions of the grains of a scene file at a frame, without a viewer.
    static std::vector<Vec3d> positionsOf(const std::string& file, std::uint64_t frame) {
        std::string warnings;
        auto session = run::Session::open({.text = readTextFile(file).value(), .file = file},
                                          exec::Exec::cpu(1), 0, warnings);
        EXPECT_TRUE(session) << session.error().message;
        EXPECT_TRUE(session->advanceToFrame(frame));
        const auto shown = run::frameOf(session->simulation(), {});
        const auto* grains = shown->find<state::PointsView>("grains");
        std::vector<Vec3d> all;
        for (std::size_t i = 0; i < grains->count; ++i) all.push_back(grains->at(i));
        return all;
    }
    Status fails(const std::string& line) { return viewer.execute(line); }
};

TEST_F(HandTest, DragsEachToolThroughTheHeapAndTheSavedSceneGivesTheSameBits) {
    for (const std::string& tool : toolKinds()) {
        openScene();
        execute("seek 1");
        execute("tool " + tool + " 0.03");
        EXPECT_TRUE(viewer.hands().on());
        execute("grab 160 120");
        ASSERT_TRUE(viewer.hands().holdsTool()) << tool << ": " << viewer.messages().back();
        execute("next-frame");
        execute("drag 160 220");
        execute("seek 4");
        execute("drag 200 220");
        execute("push 0.01");
        execute("turn 40 10");
        execute("seek 8");
        EXPECT_FALSE(positions() == positionsOfRun(8)) << tool << " moves grains";
        EXPECT_TRUE(viewer.hasUnsavedChanges());
        const std::string saved = (folder / (tool + ".toml")).string();
        execute("save " + saved);
        EXPECT_FALSE(viewer.hasUnsavedChanges());
        EXPECT_TRUE(positions() == positionsOf(saved, 8)) << tool;
        execute("put-away");
        EXPECT_FALSE(viewer.hands().holdsTool());
        execute("seek 10");
        execute("save");
        EXPECT_TRUE(positions() == positionsOf(saved, 10)) << tool << " leaves";
    }
}

TEST_F(HandTest, ABallThatIsDroppedFallsOnTheHeap) {
    openScene();
    execute("seek 2");
    execute("drop ball 0.02 160 120");
    execute("seek 3");
    const double above = viewer.shot()->frame.find<state::PointsView>("bodies")->at(0).z;
    execute("seek 8");
    const auto* bodies = viewer.shot()->frame.find<state::PointsView>("bodies");
    ASSERT_NE(bodies, nullptr) << viewer.messages().back();
    ASSERT_EQ(bodies->count, 1u);
    EXPECT_LT(bodies->at(0).z, above - 0.002);
    const std::string saved = (folder / "dropped.toml").string();
    execute("save " + saved);
    EXPECT_TRUE(positions() == positionsOf(saved, 8));
}

/// A pool of water, and sand that is poured until 10 ms.
const char* const pool = R"(format = 1
name = "pool"
[time]
duration = "0.4 s"
frame_interval = "20 ms"
[[material]]
name = "steel"
like = "steel"
[[wall]]
name = "tank"
material = "steel"
shape = "box-inside"
min = [0, 0, 0]
max = ["0.4 m", "0.2 m", "0.6 m"]
[water]
spacing = "20 mm"
[[water_block]]
name = "block"
min = [0, 0, 0]
max = ["0.4 m", "0.2 m", "0.1 m"]
)";

const char* const emitter = R"([[emitter]]
name = "first"
material = "sand"
centre = [0, 0, "0.1 m"]
radius = "20 mm"
rate = "300 /s"
grain_radius = "5 mm"
speed = "0.5 m/s"
stop = "20 ms"
)";

TEST_F(HandTest, ASpoutLikeTheOneOfTheScenePoursAndStops) {
    const Status opened = viewer.open(write(sceneText() + emitter));
    ASSERT_TRUE(opened) << opened.error().message;
    settle();
    execute("seek 2");
    const std::size_t before = positions().size();
    execute("spout 160 120");
    execute("seek 6");
    const std::size_t poured = positions().size();
    EXPECT_GT(poured, before) << viewer.messages().back();
    execute("stop-spout");
    execute("seek 7");
    const std::size_t stopped = positions().size();
    execute("seek 10");
    EXPECT_EQ(positions().size(), stopped);
    EXPECT_FALSE(fails("stop-spout"));
    const std::string saved = (folder / "poured.toml").string();
    execute("save " + saved);
    EXPECT_TRUE(positions() == positionsOf(saved, 10));
}

TEST_F(HandTest, WaterFlowsFromASpoutInASceneWithoutOne) {
    ASSERT_TRUE(viewer.open(write(pool)));
    settle();
    const auto count = [&] { return viewer.shot()->frame.find<state::PointsView>("water")->count; };
    const std::size_t before = count();
    execute("seek 1");
    execute("spout 160 120");
    execute("seek 8");
    EXPECT_GT(count(), before) << viewer.messages().back();
}

TEST_F(HandTest, AWallIsMovedAndSelected) {
    openScene();
    execute("select floor");
    EXPECT_EQ(viewer.hands().selected(), "floor");
    execute("move floor 0 0 0.005");
    execute("seek 5");
    EXPECT_NEAR(viewer.hands().middleOf(viewer, "floor")->z, 0.0, 0.006);
    EXPECT_EQ(viewer.hands().displacementOf("floor"), (Vec3d{0, 0, 0.005}));
    EXPECT_FALSE(positions() == positionsOfRun(5));
    EXPECT_FALSE(fails("move ceiling 0 0 1"));
    EXPECT_THAT(viewer.messages().back(), HasSubstr("there are: floor"));
    EXPECT_FALSE(fails("select ceiling"));
}

TEST_F(HandTest, ResetRepeatsAndResetHandForgets) {
    openScene();
    execute("tool ball 0.02");
    execute("grab 160 120");
    execute("drag 160 160");
    execute("seek 5");
    const auto moved = positions();
    execute("reset");
    execute("seek 5");
    EXPECT_TRUE(positions() == moved);
    execute("reset-hand");
    execute("seek 5");
    EXPECT_TRUE(positions() == positionsOfRun(5));
    EXPECT_FALSE(viewer.hasUnsavedChanges());
}

TEST_F(HandTest, SaysWhatCannotBeDone) {
    EXPECT_FALSE(fails("tool ball"));
    openScene();
    EXPECT_FALSE(fails("tool spoon"));
    EXPECT_THAT(viewer.messages().back(), HasSubstr("none of ball, rake, bucket, box"));
    EXPECT_FALSE(fails("tool ball -1"));
    EXPECT_FALSE(fails("drag 10 10"));
    EXPECT_FALSE(fails("put-away"));
    EXPECT_FALSE(fails("spout 1 2 3"));
    // A body so light that the time step would have to be shorter.
    execute("step");
    execute("drop ball 0.0001 160 120");
    EXPECT_THAT(viewer.messages(), Contains(HasSubstr("the time step would be")));
    const auto before = positions();
    execute("step");
    EXPECT_EQ(positions().size(), before.size());
}

}  // namespace
}  // namespace talus::viewer
