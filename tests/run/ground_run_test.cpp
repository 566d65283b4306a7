// Ground in a run's outputs: frames, resume, comparison, statistics.
#include "talus/run/compare/diff.h"
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/scene_head.h"

namespace talus::run {
namespace {

using test::optionsTo;
using test::TemporaryFolder;
using ::testing::Contains;
using ::testing::HasSubstr;

scene::Scene groundScene(const std::string& more = "") {
    const scene::ReadResult read =
        scene::readScene(test::sceneHead("on-ground", {.duration = 0.1, .dt = 1e-4}, {{"sand"}}) + R"(
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 500
restitution = 0.3
friction = 0.6
[ground]
shape = "hills"
material = "sand"
corner = [-0.1, -0.05, 0.02]
size = [0.2, 0.1]
spacing = 0.01
height = 0.01
wavelength = 0.05
)" + more,
                         "scene.toml", {}, scene::Machine{});
    EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", "");
    scene::Scene scene = *read.scene;
    scene.output.checkpoint_frames = 2;
    return scene;
}

const char* one_grain = R"(
[[grain]]
material = "sand"
position = [0.0, 0.0, 0.06]
radius = 0.004
)";

TEST(GroundFrames, HoldTheHeightsOfEachFrame) {
    const TemporaryFolder folder;
    const scene::Scene scene = groundScene(one_grain);
    ASSERT_TRUE(test::startRun(scene, folder / "run", optionsTo(3)));
    const auto files = listFrames(folder / "run");
    ASSERT_EQ(files.size(), 4u);
    for (const FrameFile& file : files) {
        ASSERT_TRUE(file.sets.contains("ground"));
        const auto frame = readFrame(file);
        ASSERT_TRUE(frame) << frame.error().message;
        ASSERT_TRUE(frame->find<state::ColumnsView>("ground"));
        EXPECT_EQ(frame->find<state::ColumnsView>("ground")->grid, ground::in(scene).ground->surface->grid);
        EXPECT_NEAR(frame->find<state::ColumnsView>("ground")->time, 0.01 * static_cast<double>(file.frame),
                    1e-15);
        const auto heights =
            state::columnValues(*frame->find<state::ColumnsView>("ground"), "height").value();
        for (std::size_t k = 0; k < heights.size(); ++k)
            EXPECT_EQ(heights[k],
                      static_cast<double>(static_cast<float>(ground::in(scene).ground->surface->height[k])));
    }
    EXPECT_THAT(test::bytesOf(folder / "run/frames/ground.pvd"), HasSubstr("ground.0003.vti"));
}

TEST(GroundFrames, ResumeDeletesLaterOnesAndMakesTheSameRun) {
    const TemporaryFolder folder;
    const scene::Scene scene = groundScene(one_grain);
    ASSERT_TRUE(test::startRun(scene, folder / "whole", optionsTo(6)));
    ASSERT_TRUE(test::startRun(scene, folder / "cut", optionsTo(5)));
    ASSERT_TRUE(test::resumeRun(scene, folder / "cut", optionsTo(4), 4));
    EXPECT_EQ(listFrames(folder / "cut").size(), 5u);
    EXPECT_FALSE(std::filesystem::exists(folder / "cut/frames/ground.0005.vti"));
    EXPECT_EQ(test::bytesOf(folder / "cut/frames/ground.pvd").find("ground.0005"), std::string::npos);
    ASSERT_TRUE(test::resumeRun(scene, folder / "cut", optionsTo(6)));
    test::expectSameRun(folder / "whole", folder / "cut");
    EXPECT_TRUE(compareRuns(folder / "whole", folder / "cut")->same);
}

TEST(GroundFrames, AreComparedColumnByColumn) {
    const TemporaryFolder folder;
    const scene::Scene scene = groundScene(one_grain);
    ASSERT_TRUE(test::startRun(scene, folder / "a", optionsTo(2)));
    ASSERT_TRUE(test::startRun(scene, folder / "b", optionsTo(2)));
    const Path changed = folder / "b/frames/ground.0001.vti";
    state::Columns columns = io::readVti(changed).value();
    const float lifted = 0.5;
    const std::size_t at = columns.grid.at(3, 2);
    std::memcpy(columns.fields[0].bytes.data() + at * sizeof lifted, &lifted, sizeof lifted);
    ASSERT_TRUE(io::writeVti(changed, columns.view()));
    const auto compared = compareRuns(folder / "a", folder / "b");
    ASSERT_TRUE(compared);
    EXPECT_FALSE(compared->same);
    EXPECT_EQ(compared->same_frames, 2u);
    EXPECT_THAT(compared->lines, Contains(HasSubstr("ground height: 1 of 231 columns differ")));
    EXPECT_THAT(compared->lines, Contains(HasSubstr("(column 3, 2)")));
    std::filesystem::remove(changed);
    EXPECT_THAT(compareRuns(folder / "a", folder / "b")->lines,
                Contains(HasSubstr("ground: only in the first")));
}

TEST(GroundFrames, BodiesAreComparedToo) {
    const TemporaryFolder folder;
    const scene::Scene scene = groundScene(R"(
[soil]
[[body]]
name = "ball"
material = "sand"
radius = 0.01
position = [0.0, 0.0, 0.1]
)");
    ASSERT_TRUE(test::startRun(scene, folder / "a", optionsTo(2)));
    ASSERT_TRUE(test::startRun(scene, folder / "b", optionsTo(2)));
    EXPECT_TRUE(compareRuns(folder / "a", folder / "b")->same);
    const Path changed = listFrames(folder / "b")[1].sets.at("bodies").path();
    state::Points points = io::readVtp(changed).value();
    state::PointsView view = points.view();
    double place[3] = {0.25, view.at(0).y, view.at(0).z};
    ASSERT_EQ(view.position.scalar, state::Scalar::F64);
    view.position.bytes = std::as_bytes(std::span(place));
    ASSERT_TRUE(io::writeVtp(changed, view));
    const auto compared = compareRuns(folder / "a", folder / "b");
    ASSERT_TRUE(compared);
    EXPECT_FALSE(compared->same);
    EXPECT_EQ(compared->same_frames, 2u);
    EXPECT_THAT(compared->lines,
                Contains(HasSubstr("body position: 1 of 1 bodies differ, by 0.25 at most (body 0)")));
    std::filesystem::remove(changed);
    EXPECT_THAT(compareRuns(folder / "a", folder / "b")->lines,
                Contains(HasSubstr("bodies: only in the first")));
}

TEST(GroundFrames, ASceneNeedsNoGrains) {
    const TemporaryFolder folder;
    const scene::Scene scene = groundScene();
    ASSERT_TRUE(test::startRun(scene, folder / "run", optionsTo(2)));
    ASSERT_TRUE(test::resumeRun(scene, folder / "run", optionsTo(4)));
    ASSERT_TRUE(test::startRun(scene, folder / "whole", optionsTo(4)));
    test::expectSameRun(folder / "run", folder / "whole");
    const auto frame = readFrame(listFrames(folder / "run").back());
    ASSERT_TRUE(frame && frame->find<state::ColumnsView>("ground"));
    EXPECT_EQ(frame->find<state::PointsView>("grains"), nullptr);
}

TEST(GroundStatistics, HaveTheVolume) {
    const TemporaryFolder folder;
    const scene::Scene scene = groundScene(one_grain);
    ASSERT_TRUE(test::startRun(scene, folder / "run", optionsTo(1)));
    const auto stats = io::readCsv(folder / "run/stats.csv").value();
    const int column = stats.find("ground.volume");
    ASSERT_GE(column, 0);
    double sum = 0;
    for (const double h : ground::in(scene).ground->surface->height.view()) sum += h;
    for (const auto& row : stats.rows) EXPECT_NEAR(row[static_cast<std::size_t>(column)], sum * 1e-4, 1e-12);
}

}  // namespace
}  // namespace talus::run
