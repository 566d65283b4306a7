#include "talus/run/session/live_stats.h"

#include <cmath>

#include <gmock/gmock.h>

#include "talus/run/session/recorder.h"
#include "tests/run/small_run.h"
#include "tests/support/scene_head.h"

namespace talus::run {
namespace {

using ::testing::ElementsAre;

/// Sand, and smoke, so that there are two methods.
const std::string scene_file =
    test::sceneHead("sand", {.duration = 1, .frame_interval = 0.01}, {{"sand"}}) + R"(
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
[[particles]]
name = "smoke"
dt = "5 ms"
[[particle_emitter]]
name = "fire"
system = "smoke"
centre = [0, 0, 1]
rate = 1000
lifetime = 1
[[fill]]
name = "lump"
material = "sand"
packing = "lattice"
min = ["-20 mm", "-20 mm", "1 mm"]
max = ["20 mm", "20 mm", "30 mm"]
grain_radius = "5 mm"
)";

Session open() {
    std::string warnings;
    auto session = Session::open({.text = scene_file, .file = "sand.toml"}, exec::Exec::cpu(1), 0, warnings);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
}

std::vector<double> framesOf(LiveStats& stats) {
    const auto table = stats.table();
    return table->values(table->find("frame"));
}

// All columns of stats.csv except the clock on the wall; the times of stages are rounded there.
TEST(LiveStats, HoldsTheRowsOfStatsCsv) {
    const test::TemporaryFolder folder;
    Session session = open();
    auto run_folder =
        RunFolder::create(folder / "run", test::manifestOf(session.scene()), test::scene_text, false).value();
    Log log;
    const auto recorder = Recorder::open(session, run_folder, sceneHash(test::scene_text), 8, log, {});
    ASSERT_TRUE(recorder) << recorder.error().message;
    LiveStats stats(session);
    session.add(**recorder);
    session.add(stats);
    ASSERT_TRUE(session.advanceToFrame(8));
    const auto written = io::readCsv(folder / "run/stats.csv").value();
    const auto live = stats.table();
    ASSERT_EQ(live->rows.size(), 9u);
    ASSERT_EQ(written.rows.size(), 9u);
    ASSERT_EQ(live->columns.size() + 2, written.columns.size());
    EXPECT_GE(live->find("particles.steps"), 0) << "the sub-steps of two methods are columns too";
    const auto results = static_cast<std::size_t>(written.find("wall_clock"));
    ASSERT_GT(results, 4u);
    for (std::size_t column = 0; column < live->columns.size(); ++column) {
        const std::size_t other = column < results ? column : column + 2;
        EXPECT_EQ(live->columns[column], written.columns[other]);
        for (std::size_t row = 0; row < 9; ++row) {
            const double a = live->rows[row][column], b = written.rows[row][other];
            if (column < results)
                EXPECT_EQ(a, b) << live->columns[column] << ", row " << row;
            else
                EXPECT_NEAR(a, b, 1e-3 * a) << live->columns[column] << ", row " << row;
        }
    }
}

TEST(LiveStats, ATableThatWasHandedOutStays) {
    Session session = open();
    LiveStats stats(session);
    session.add(stats);
    ASSERT_TRUE(session.advanceToFrame(2));
    const auto before = stats.table();
    EXPECT_EQ(stats.table(), before) << "no frame has ended since";
    ASSERT_TRUE(session.advanceToFrame(3));
    EXPECT_EQ(before->rows.size(), 3u);
    EXPECT_EQ(stats.table()->rows.size(), 4u);
}

TEST(LiveStats, LaterRowsStayUntilTheSessionGoesOn) {
    Session session = open();
    LiveStats stats(session);
    session.add(stats);
    ASSERT_TRUE(session.advanceToFrame(2));
    const state::Snapshot earlier = session.snapshot();
    ASSERT_TRUE(session.advanceToFrame(5));
    const auto first = stats.table();
    ASSERT_TRUE(session.restore(earlier));
    EXPECT_THAT(framesOf(stats), ElementsAre(0, 1, 2, 3, 4, 5)) << "only looking back";
    ASSERT_TRUE(session.advanceToFrame(3));
    EXPECT_THAT(framesOf(stats), ElementsAre(0, 1, 2, 3));
    ASSERT_TRUE(session.advanceToFrame(5));
    EXPECT_THAT(framesOf(stats), ElementsAre(0, 1, 2, 3, 4, 5));
    const int energy = first->find("kinetic");
    ASSERT_GE(energy, 0);
    EXPECT_EQ(stats.table()->values(energy), first->values(energy));
    ASSERT_TRUE(session.reset());
    ASSERT_TRUE(session.advanceSteps(0));
    EXPECT_THAT(framesOf(stats), ElementsAre(0));
    ASSERT_TRUE(session.advanceToFrame(1));
    EXPECT_THAT(framesOf(stats), ElementsAre(0, 1));
}

// A wall that is added to the text of the scene has columns of its own; a change of a setting keeps the rows.
TEST(LiveStats, FollowsTheSettings) {
    Session session = open();
    LiveStats stats(session);
    session.add(stats);
    ASSERT_TRUE(session.advanceToFrame(2));
    ASSERT_TRUE(session.advanceSteps(1));
    ASSERT_EQ(session.set("contact[0].friction", "0.1").value(), TakesEffect::Now);
    ASSERT_TRUE(session.advanceToFrame(4));
    EXPECT_THAT(framesOf(stats), ElementsAre(0, 1, 2, 3, 4));
    for (const double value : stats.table()->rows.back()) EXPECT_TRUE(std::isfinite(value));
    const std::size_t columns = stats.table()->columns.size();
    ASSERT_TRUE(session.reload(scene_file + R"(
[[wall]]
name = "ceiling"
material = "sand"
shape = "plane"
point = [0, 0, 1]
normal = [0, 0, -1]
)"));
    ASSERT_TRUE(session.advanceToFrame(1));
    EXPECT_THAT(framesOf(stats), ElementsAre(0, 1));
    EXPECT_GT(stats.table()->columns.size(), columns);
    EXPECT_GE(stats.table()->find("wall.ceiling.fz"), 0);
}

TEST(LiveStats, OlderRowsAreThinnedOut) {
    Session session = open();
    LiveStats stats(session, 16);
    session.add(stats);
    for (std::uint64_t frame = 1; frame <= 90; ++frame) {
        ASSERT_TRUE(session.advanceToFrame(frame));
        const std::vector<double> frames = framesOf(stats);
        ASSERT_LE(frames.size(), 16u);
        ASSERT_EQ(frames.front(), 0);
        for (std::size_t i = 0; i < 4 && i < frames.size(); ++i)
            ASSERT_EQ(frames[frames.size() - 1 - i], static_cast<double>(frame - i));
    }
    // Older ones are spaced evenly.
    const std::vector<double> frames = framesOf(stats);
    for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(frames[i] - frames[i - 1], frames[1]);
}

}  // namespace
}  // namespace talus::run
