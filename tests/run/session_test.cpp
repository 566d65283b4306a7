#include "talus/run/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/run/runner.h"
#include "tests/run/lump_session.h"
#include "tests/run/small_run.h"

namespace talus::run {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Session, ListenersGetFrameZeroOnceAndEachFrame) {
    Session session = open();
    Diary diary;
    session.add(diary);
    ASSERT_EQ(session.advanceToFrame(2).value(), Session::End::Reached);
    ASSERT_EQ(session.advanceToFrame(3).value(), Session::End::Reached);
    EXPECT_THAT(diary.frames, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(diary.steps.front(), 0u);
    EXPECT_EQ(diary.steps.back(), 3 * session.clock().steps_per_frame);
    session.remove(diary);
    ASSERT_EQ(session.advanceToFrame(4).value(), Session::End::Reached);
    EXPECT_EQ(diary.frames.size(), 4u);
}

TEST(Session, AdvancesByStepsToFramesAndToTimes) {
    Session session = open();
    const double dt = session.clock().dt();
    ASSERT_TRUE(session.advanceSteps(3));
    EXPECT_EQ(session.step(), 3u);
    ASSERT_TRUE(session.advanceToTime(7 * dt));  // a time of a step up to round-off is that step
    EXPECT_EQ(session.step(), 7u);
    ASSERT_TRUE(session.advanceToTime(7.5 * dt));
    EXPECT_EQ(session.step(), 8u);
    ASSERT_TRUE(session.advanceToTime(0));
    EXPECT_EQ(session.step(), 8u) << "it does not go back";
    ASSERT_TRUE(session.advanceToFrame(1));
    EXPECT_EQ(session.stepsInFrame(), 0u);
    EXPECT_EQ(session.frame(), 1u);
    EXPECT_DOUBLE_EQ(session.time(), 0.01);
}

TEST(Session, PausesWhereListenersAllowIt) {
    Session session = open();
    Diary diary;
    diary.at_once = 1;
    diary.pauses_every = 5;
    session.add(diary);
    std::atomic<bool> pause = true;
    ASSERT_TRUE(session.advanceSteps(2));
    ASSERT_EQ(session.advanceToFrame(1, &pause).value(), Session::End::Paused);
    EXPECT_EQ(session.step(), 5u);
    pause = false;
    ASSERT_EQ(session.advanceToFrame(1, &pause).value(), Session::End::Reached);
    Session whole = open();
    ASSERT_TRUE(whole.advanceToFrame(1));
    EXPECT_EQ(stateOf(session), stateOf(whole));
}

TEST(Session, AnErrorOfAListenerEndsTheCallAndLosesNothing) {
    Session session = open();
    Diary diary;
    diary.refuses = 1;
    session.add(diary);
    const auto end = session.advanceToFrame(2);
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().kind, ErrorKind::Storage);
    EXPECT_EQ(session.frame(), 1u);
    diary.refuses = {};
    ASSERT_EQ(session.advanceToFrame(2).value(), Session::End::Reached);
    Session whole = open();
    ASSERT_TRUE(whole.advanceToFrame(2));
    EXPECT_EQ(stateOf(session), stateOf(whole));
}

TEST(Session, ReturnsToASnapshot) {
    Session session = open();
    ASSERT_TRUE(session.advanceSteps(3));
    const state::Snapshot snapshot = session.snapshot();
    const std::uint64_t then = stateOf(session);
    ASSERT_TRUE(session.advanceToFrame(2));
    const std::uint64_t later = stateOf(session);
    ASSERT_TRUE(session.restore(snapshot));
    EXPECT_EQ(session.step(), 3u);
    EXPECT_EQ(stateOf(session), then);
    ASSERT_TRUE(session.advanceToFrame(2));
    EXPECT_EQ(stateOf(session), later);
}

TEST(Session, AStateOfAnotherSceneIsRefusedAndTheSessionCanBeReset) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(1));
    state::Snapshot broken = session.snapshot();
    for (auto& table : broken.tables)
        if (table.name == grains::grains_table) table.columns.pop_back();
    const Status restored = session.restore(broken);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().kind, ErrorKind::Input);
    EXPECT_THAT(session.advanceSteps(1).error().message, HasSubstr("reset"));
    ASSERT_TRUE(session.reset());
    ASSERT_TRUE(session.advanceToFrame(1));
    Session whole = open();
    ASSERT_TRUE(whole.advanceToFrame(1));
    EXPECT_EQ(stateOf(session), stateOf(whole));
}

TEST(Session, DivergenceIsAResultAndAnEarlierStateGoesOn) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(1));
    const state::Snapshot good = session.snapshot();
    session.simulation().world().table(grains::grains_table).write(grains::fields::velocity)[3].x =
        std::nan("");
    ASSERT_EQ(session.advanceToFrame(3).value(), Session::End::Diverged);
    ASSERT_TRUE(session.trouble());
    EXPECT_FALSE(session.trouble()->advice.empty());
    EXPECT_FALSE(session.advanceSteps(1)) << "the state must not be used";
    ASSERT_TRUE(session.restore(good));
    EXPECT_FALSE(session.trouble());
    ASSERT_EQ(session.advanceToFrame(3).value(), Session::End::Reached);
    Session whole = open();
    ASSERT_TRUE(whole.advanceToFrame(3));
    EXPECT_EQ(stateOf(session), stateOf(whole));
}

// A grain in free fall: its speed grows by g times the time, with the new g from the next step on. The first
// kick of that step is still by the old force: half a step of error.
// A spring against rolling has a column of its own in the tables of contacts, which begins at zero.
TEST(Session, ARecordedSessionRefusesToJump) {
    const test::TemporaryFolder folder;
    Session session = open();
    auto run_folder =
        RunFolder::create(folder / "run", test::manifestOf(session.scene()), test::scene_text, false).value();
    Log log;
    const auto recorder = Recorder::open(session, run_folder, sceneHash(test::scene_text), 2, log, {});
    ASSERT_TRUE(recorder) << recorder.error().message;
    session.add(**recorder);
    ASSERT_TRUE(session.advanceToFrame(2));
    EXPECT_EQ(listFrames(folder / "run").size(), 3u);
    EXPECT_THAT(session.set("contact[0].friction", "0.1").error().message, HasSubstr("recorded"));
}

TEST(Session, ABadFileIsAnErrorWithItsDiagnostics) {
    std::string warnings;
    const auto session = Session::open({.text = "format = 1\nnaem = \"x\"\n", .file = "bad.toml"},
                                       exec::Exec::cpu(1), 0, warnings);
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().kind, ErrorKind::Input);
    EXPECT_THAT(session.error().message, HasSubstr("bad.toml:2:1: error"));
}

TEST(Session, DrawsPictures) {
    Session session = open();
    DrawOptions options;
    options.size = {320, 240};
    const auto first = session.picture(options);
    if (!first && first.error().kind == ErrorKind::Runtime) GTEST_SKIP() << first.error().message;
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(first->width, 320);
    EXPECT_EQ(first->height, 240);
    options.view = picture::lookAt({0.3, 0, 0.3}, {0, 0, 0}, 0.5);
    const auto other = session.picture(options);
    ASSERT_TRUE(other);
    EXPECT_NE(first->rgb, other->rgb);
    options.colour = "colour of the sky";
    EXPECT_EQ(session.picture(options).error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace talus::run
