#include "viewer/viewer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "talus/core/text_file.h"
#include "talus/run/checkpoints.h"
#include "talus/run/runner.h"
#include "talus/run/start_folder.h"
#include "tests/support/temporary_folder.h"
#include "tests/viewer/viewer_fixture.h"
#include "viewer/commands/commands.h"
#include "viewer/runs/live_run.h"
#include "viewer/script.h"

namespace talus::viewer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(ViewerTest, ShowsTheStartThenStepsForwardsAndBack) {
    openScene();
    EXPECT_EQ(viewer.shot()->step, 0u);
    EXPECT_FALSE(viewer.status().playing);
    execute("step");
    EXPECT_EQ(viewer.shot()->step, 1u);
    execute("step 4");
    EXPECT_EQ(viewer.shot()->step, 5u);
    execute("next-frame");
    execute("next-frame");
    EXPECT_EQ(viewer.shot()->number, 2u);
    execute("next-frame");
    const auto third = positions();
    execute("previous-frame");
    EXPECT_EQ(viewer.shot()->number, 2u);
    EXPECT_FALSE(positions() == third);
    execute("next-frame");
    EXPECT_TRUE(positions() == third) << "the same bits after a step back";
    execute("seek 1");
    EXPECT_EQ(viewer.shot()->number, 1u);
    execute("seek 6");
    EXPECT_TRUE(positions() == positionsOfRun(6)) << "the same bits as a run without the viewer";
    execute("reset");
    EXPECT_EQ(viewer.shot()->step, 0u);
    execute("previous-frame");
    EXPECT_THAT(viewer.messages(), Contains(HasSubstr("first frame")));
}

TEST_F(ViewerTest, RunsToTheEndAndPauses) {
    openScene();
    ASSERT_TRUE(viewer.execute("run"));
    waitUntil([&] { return viewer.status().ended; });
    settle();
    EXPECT_EQ(viewer.shot()->number, 10u);
    EXPECT_TRUE(positions() == positionsOfRun(10));
    execute("reset");
    ASSERT_TRUE(viewer.execute("speed 0.01"));  // a frame a second
    ASSERT_TRUE(viewer.execute("run"));
    waitUntil([&] { return viewer.status().playing; });
    execute("pause");
    EXPECT_LT(viewer.shot()->number, 10u);
}

TEST_F(ViewerTest, SettingsTakeEffectAtOnceOrAfterAReset) {
    openScene();
    execute("set contact[0].friction 0.3");
    EXPECT_EQ(viewer.status().history_frames, 1u) << "frame 0 is there once";
    execute("next-frame");
    const std::size_t grains = positions().size();
    execute("set contact[0].friction 0.1");
    EXPECT_THAT(viewer.messages(), Contains(HasSubstr("contact[0].friction = 0.1 from now on")));
    execute("set fill.lump.grain_radius \"\\\"4 mm\\\"\"");
    EXPECT_EQ(positions().size(), grains);
    ASSERT_EQ(viewer.status().waiting.size(), 1u);
    EXPECT_TRUE(viewer.hasUnsavedChanges());
    execute("reset");
    EXPECT_GT(positions().size(), grains);
    EXPECT_TRUE(viewer.status().waiting.empty());
    execute("set contact[0].friction -1");
    EXPECT_THAT(viewer.messages().back(), HasSubstr("^"));
    for (const SettingsTable& table : viewer.settings())
        for (const Setting& setting : table.settings) {
            if (setting.path == "contact[0].friction") {
                EXPECT_EQ(setting.value, "0.1");
                EXPECT_FALSE(setting.isDefault());
                EXPECT_FALSE(setting.doc.empty());
            }
            if (setting.path == "time.dt") {
                EXPECT_TRUE(setting.isDefault());
            }
        }
}

TEST_F(ViewerTest, AFileThatIsSavedIsReadAgainAndABrokenOneKeepsTheWorld) {
    openScene();
    execute("next-frame");
    const auto before = positions();
    const auto save = [&](const std::string& text) {
        const auto time = std::filesystem::last_write_time(folder / "lump.toml");
        write(text);
        // Times of files may be too coarse to differ.
        std::filesystem::last_write_time(folder / "lump.toml", time + std::chrono::seconds(2));
    };
    save("format = 1\nnaem = 3\n");
    waitUntil([&] { return !viewer.messages().empty(); });
    settle();
    EXPECT_THAT(viewer.messages().back(), HasSubstr("lump.toml:2:1: error"));
    EXPECT_TRUE(positions() == before);
    execute("next-frame");
    EXPECT_TRUE(positions() == positionsOfRun(2));
    save(sceneText("4 mm"));
    waitUntil([&] { return viewer.shot()->step == 0; });
    EXPECT_GT(positions().size(), before.size());
}

TEST_F(ViewerTest, PicksWhatIsUnderThePixel) {
    openScene();
    execute("camera auto");
    execute("pick 0 0");
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.pickName(), "wall floor");
    execute("show floor off");
    execute("pick 0 0");
    EXPECT_FALSE(viewer.picked());
    const auto pixel =
        picture::project(viewer.camera(), viewer.width(), viewer.height(), positions().front());
    execute(fmt::format("pick {} {}", pixel.x, pixel.y));
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.picked()->pick.set, "grains");
    EXPECT_THAT(viewer.picked()->values.front().name, "position");
}

TEST_F(ViewerTest, FollowsACameraThatMovesUntilItIsMovedByHand) {
    openScene();
    execute("camera orbit");
    const picture::Camera start = viewer.camera();
    execute("next-frame");
    const picture::Camera next = viewer.camera();
    const double distance = length(start.position - start.target);
    EXPECT_GT(length(next.position - start.position), 0.1 * distance) << "a tenth of a turn";
    EXPECT_NEAR(length(next.position - next.target), distance, 1e-9);
    execute("previous-frame");
    EXPECT_LT(length(viewer.camera().position - start.position), 1e-9);
    execute("pan 0.1 0");
    const picture::Camera panned = viewer.camera();
    execute("next-frame");
    EXPECT_EQ(viewer.camera(), panned);
}

TEST_F(ViewerTest, ShowsARecordedRun) {
    {
        std::string warnings;
        auto session =
            run::Session::open({.text = sceneText(), .file = "lump.toml"}, exec::Exec::cpu(1), 0, warnings);
        ASSERT_TRUE(session);
        auto run_folder = run::startFolder(folder / "run", session->scene(),
                                           {.scene_file = {}, .scene_text = {}, .last_frame = 5});
        ASSERT_TRUE(run_folder) << run_folder.error().message;
        run::Log log;
        ASSERT_TRUE(run::run(*session, *run_folder, {.frames = 5}, log, {}));
    }
    const Status opened = viewer.open((folder / "run").string());
    ASSERT_TRUE(opened) << opened.error().message;
    settle();
    EXPECT_EQ(viewer.shot()->number, 0u);
    EXPECT_EQ(viewer.status().frames, 5u);
    execute("seek 3");
    EXPECT_EQ(viewer.shot()->number, 3u);
    execute("next-frame");
    EXPECT_EQ(viewer.shot()->number, 4u);
    execute("previous-frame");
    EXPECT_EQ(viewer.shot()->number, 3u);
    execute("step 10");
    EXPECT_EQ(viewer.shot()->number, 5u);
    execute("set time.dt 1");
    EXPECT_FALSE(viewer.hasUnsavedChanges());
    EXPECT_THAT(viewer.messages().back(), HasSubstr("recorded run"));
    EXPECT_FALSE(viewer.execute("save"));
    std::filesystem::remove_all(folder / "run");
    execute("seek 2");
    EXPECT_THAT(viewer.messages().back(), HasSubstr("missing")) << "a folder that vanishes";
}

TEST_F(ViewerTest, RecordsAnOrdinaryRun) {
    openScene();
    execute("next-frame");
    const std::string run = (folder / "recorded").string();
    execute("record " + quotedWord(run));
    EXPECT_EQ(viewer.shot()->step, 0u) << "a run begins at its start";
    EXPECT_EQ(viewer.status().recording, run);
    execute("seek 4");
    execute("set contact[0].friction 0.1");
    EXPECT_THAT(viewer.messages().back(), HasSubstr("recorded"));
    execute("end-record");
    EXPECT_TRUE(viewer.status().recording.empty());
    const auto frames = run::listFrames(run);
    ASSERT_EQ(frames.size(), 5u);
    const auto last = run::readFrame(frames.back());
    ASSERT_TRUE(last);
    const auto* grains = last->find<state::PointsView>("grains");
    ASSERT_NE(grains, nullptr);
    const auto expected = positionsOfRun(4);
    for (std::size_t i = 0; i < grains->count; ++i) EXPECT_EQ(grains->at(i), expected[i]);
    EXPECT_EQ(run::listCheckpoints(run).value().back().frame, 4u);
    execute("record " + quotedWord(run));
    EXPECT_THAT(viewer.messages().back(), HasSubstr("not empty"));
    EXPECT_EQ(viewer.shot()->number, 4u) << "a folder that cannot be used does not cost the state";
    EXPECT_EQ(run::listFrames(run).size(), 5u) << "a run is never overwritten";
    EXPECT_TRUE(run::RunFolder::open(run)) << "its lock is released";
}

TEST_F(ViewerTest, AnErrorOfOpenKeepsWhatIsOpen) {
    openScene();
    execute("next-frame");
    EXPECT_FALSE(viewer.execute("open /no/such/scene.toml"));
    EXPECT_FALSE(viewer.execute("open " + folder.path().string()));
    EXPECT_EQ(viewer.shot()->number, 1u);
    execute("next-frame");
    EXPECT_EQ(viewer.shot()->number, 2u);
}

TEST_F(ViewerTest, QuitAsksWhereChangesAreNotSaved) {
    openScene();
    execute("set contact[0].friction 0.1");
    const std::string other = "open " + quotedWord((folder / "lump.toml").string());
    EXPECT_FALSE(viewer.execute(other)) << "it would lose them";
    EXPECT_TRUE(viewer.hasUnsavedChanges());
    execute("quit");
    EXPECT_TRUE(viewer.asksToQuit());
    EXPECT_FALSE(viewer.hasQuit());
    execute("quit discard");
    EXPECT_TRUE(viewer.hasQuit());
}

TEST_F(ViewerTest, SavesWhatWasChangedAndNothingElse) {
    openScene();
    execute("save");
    EXPECT_THAT(viewer.messages().back(), HasSubstr("nothing to save"));
    execute("next-frame");
    execute("set contact[0].friction 0.1");
    execute("set contact[0].friction -1");
    execute("set no.key 1");
    EXPECT_THAT(viewer.changes(), ElementsAre("contact[0].friction=0.1")) << "what was refused is no change";
    execute("save");
    EXPECT_FALSE(viewer.hasUnsavedChanges());
    std::string expected = sceneText();
    const std::string last = "stiffness = 2000\n";
    expected.insert(expected.find(last) + last.size(), "friction = 0.1\n");
    EXPECT_EQ(readTextFile((folder / "lump.toml").string()).value(), expected);
    settle();
    EXPECT_EQ(viewer.shot()->number, 1u) << "its own file is not read again";
    // A new file is then the one that is open.
    execute("set seed 7");
    const std::string other = (folder / "other.toml").string();
    execute("save " + quotedWord(other));
    EXPECT_EQ(viewer.path(), other);
    EXPECT_EQ(readTextFile((folder / "lump.toml").string()).value(), expected);
    EXPECT_THAT(readTextFile(other).value(), HasSubstr("name = \"lump\"\nseed = 7\n"));
    EXPECT_FALSE(viewer.execute("save " + quotedWord((folder / "lump.toml").string()))) << "it exists";
    execute("set seed 8");
    execute("quit save");
    EXPECT_TRUE(viewer.hasQuit());
    EXPECT_THAT(readTextFile(other).value(), HasSubstr("\nseed = 8\n"));
}

TEST_F(ViewerTest, AScriptExecutesLineByLine) {
    openScene();
    Script script("next-frame  # a comment\n\nwait\nstatus\nseek 4\nstatus\n");
    waitUntil([&] {
        EXPECT_TRUE(script.update(viewer));
        return script.done();
    });
    ASSERT_EQ(viewer.messages().size(), 2u);
    EXPECT_THAT(viewer.messages()[0], HasSubstr("frame 1"));
    EXPECT_THAT(viewer.messages()[1], HasSubstr("frame 4"));
    Script wrong("status\nsteep\n", "wrong.txt");
    Status status = success();
    waitUntil([&] {
        status = wrong.update(viewer);
        return !status;
    });
    EXPECT_THAT(status.error().message, HasSubstr("wrong.txt:2: there is no command 'steep'"));
}

}  // namespace
}  // namespace talus::viewer
