// Runs that are recorded from the window, and recorded runs that go on in it.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "talus/core/text_file.h"
#include "talus/io/video/mp4.h"
#include "talus/run/checkpoints.h"
#include "talus/run/repair/missing_frames.h"
#include "tests/run/cli.h"
#include "tests/run/small_run.h"
#include "tests/viewer/user_fixture.h"
#include "viewer/runs/recorded_run.h"

namespace talus::viewer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class Record : public UserTest {
  protected:
    /// Positions in the last frame of a run folder.
    std::vector<Vec3d> lastOf(const std::string& name) const {
        const auto frames = run::listFrames(folder / name);
        const auto frame = run::readFrame(frames.back());
        return positionsIn(*frame);
    }
    std::string lastMessage() const { return viewer.messages().back(); }
};

// Frame 3 and seven steps more: the end is the same by `talus resume`, by resume-here, and without a stop.
TEST_F(Record, ACheckpointWithinAFrameGoesOnToTheSameBits) {
    openScene();
    execute("seek 3");
    execute("step 7");
    const std::uint64_t step = viewer.shot()->step;
    execute("checkpoint " + quoted("kept"));
    EXPECT_THAT(lastMessage(), HasSubstr("checkpoint of 0.03")) << lastMessage();
    execute("seek 6");
    const auto expected = positions();

    execute("open " + quoted("kept"));
    ASSERT_TRUE(viewer.isLive()) << "it has no frame to show, so it goes on at once";
    EXPECT_EQ(viewer.shot()->step, step);
    execute("resume-here");
    execute("seek 6");
    EXPECT_TRUE(positions() == expected);

    const auto resumed = test::talus("resume " + at("kept") + " --frames 6 --threads 1");
    EXPECT_EQ(resumed.code, 0) << resumed.text;
    EXPECT_EQ(resumed.text.find("missing"), std::string::npos) << resumed.text;
    EXPECT_EQ(run::listFrames(folder / "kept").front().frame, 4u) << "it begins after the checkpoint";
    EXPECT_TRUE(run::missingFrames(folder / "kept").empty());
    EXPECT_TRUE(lastOf("kept") == expected);
    // Once more, now with statistics that begin at frame 4.
    const auto again = test::talus("resume " + at("kept") + " --frames 7 --threads 1");
    EXPECT_EQ(again.text.find("rows"), std::string::npos) << again.text;
}

TEST_F(Record, ACheckpointOfAFrameShowsIt) {
    openScene();
    execute("seek 4");
    const auto shown = positions();
    execute("checkpoint " + quoted("kept"));
    execute("seek 6");
    const auto expected = positions();
    execute("open " + quoted("kept"));
    ASSERT_FALSE(viewer.isLive());
    EXPECT_EQ(viewer.shot()->number, 4u);
    execute("resume-here");
    ASSERT_TRUE(viewer.isLive());
    EXPECT_TRUE(positions() == shown);
    execute("seek 6");
    EXPECT_TRUE(positions() == expected);
    EXPECT_FALSE(viewer.execute("save")) << "run.toml says what the run was";
}

TEST_F(Record, ResumesAtTheFrameThatIsShown) {
    openScene();
    execute("record " + quoted("run"));
    execute("seek 7");
    const auto seventh = positions();
    execute("seek 10");
    const auto last = positions();
    execute("end-record");
    execute("open " + quoted("run"));
    execute("seek 7");
    execute("zoom 0.5");
    const picture::Camera camera = viewer.camera();
    execute("resume-here");
    EXPECT_THAT(viewer.messages(),
                Contains(HasSubstr("its checkpoint at 0.04 s; it computes up to frame 7")));
    EXPECT_EQ(viewer.shot()->number, 7u);
    EXPECT_TRUE(positions() == seventh);
    EXPECT_EQ(viewer.camera(), camera) << "the picture stays";
    execute("record " + quoted("later") + " here");
    execute("seek 10");
    execute("end-record");
    EXPECT_TRUE(lastOf("later") == last);
    EXPECT_EQ(run::listFrames(folder / "later").front().frame, 7u);
    const auto info = test::talus("info " + at("later"));
    EXPECT_EQ(info.code, 0) << info.text;
    EXPECT_EQ(info.text.find("missing"), std::string::npos) << info.text;
}

TEST_F(Record, AnotherSceneOrDamagedCheckpointsAreRefused) {
    openScene();
    execute("record " + quoted("run"));
    execute("seek 5");
    execute("end-record");
    const auto checkpoints = run::listCheckpoints(folder / "run").value();
    for (const auto& file : checkpoints) std::filesystem::resize_file(file.path.path(), 600);
    execute("open " + quoted("run"));
    execute("seek 5");
    execute("resume-here");
    EXPECT_THAT(viewer.messages(), Contains(HasSubstr("from its start")));
    EXPECT_EQ(viewer.shot()->number, 5u) << "without checkpoints all is computed again";
    execute("open " + quoted("run"));
    std::ofstream(folder / "run" / "run.toml", std::ios::app) << "# more\n";
    EXPECT_THAT(viewer.execute("resume-here").error().message, HasSubstr("was changed"));
    EXPECT_FALSE(viewer.isLive()) << "an error keeps what is open";
}

TEST_F(Record, AFilmShowsEachFrameFromTheCameraOfTheWindow) {
    openScene();
    EXPECT_FALSE(viewer.execute("end-record-window"));
    EXPECT_FALSE(viewer.execute("record-window " + quoted("film.avi")));
    EXPECT_FALSE(viewer.execute("record-window " + quoted("film.mp4") + " 0"));
    execute("record-window " + quoted("film.mp4") + " 25 2");
    EXPECT_FALSE(viewer.execute("record-window " + quoted("other.mp4"))) << "one at a time";
    execute("orbit 20 5");
    execute("seek 5");  // pictures of frames 0, 2 and 4
    execute("end-record-window");
    waitUntil([&] { return viewer.film() == nullptr; });
    if (lastMessage().find("ffmpeg") != std::string::npos) GTEST_SKIP() << lastMessage();
    EXPECT_THAT(lastMessage(), HasSubstr("film.mp4 (3 pictures)"));
    const auto facts = io::inspectMp4(folder / "film.mp4");
    ASSERT_TRUE(facts) << facts.error().message;
    EXPECT_EQ(facts->pictures, 3u);
    EXPECT_NEAR(facts->seconds, 3 / 25.0, 1e-6);
    EXPECT_FALSE(std::filesystem::exists(folder / "film.mp4.pictures"));
    EXPECT_FALSE(viewer.execute("record-window " + quoted("film.mp4"))) << "it is not overwritten";
}

TEST_F(Record, AFilmShowsWhatTheWindowShows) {
    openScene();
    const auto firstPicture = [&](const std::string& name) {
        execute("record-window " + quoted(name));
        waitUntil([&] { return viewer.film() == nullptr || viewer.film()->pictures() == 1; });
        std::string bytes;
        for (const auto& entry : std::filesystem::directory_iterator(folder / (name + ".pictures")))
            bytes += test::bytesOf(io::ConfinedPath(entry.path().parent_path()) /
                                   entry.path().filename().string());
        execute("end-record-window");
        waitUntil([&] { return viewer.film() == nullptr; });
        return bytes;
    };
    if (!viewer.execute("record-window " + quoted("try.mp4"))) GTEST_SKIP() << lastMessage();
    execute("end-record-window");
    waitUntil([&] { return viewer.film() == nullptr; });
    const std::string whole = firstPicture("whole.mp4");
    EXPECT_FALSE(whole.empty());
    EXPECT_EQ(firstPicture("again.mp4"), whole);
    execute("show grains off");
    EXPECT_NE(firstPicture("hidden.mp4"), whole);
}

TEST_F(Record, PlaysAChoiceOfFramesInALoop) {
    openScene();
    EXPECT_FALSE(viewer.execute("loop on")) << "for recorded runs";
    execute("record " + quoted("run"));
    execute("seek 6");
    execute("end-record");
    execute("open " + quoted("run"));
    EXPECT_FALSE(viewer.execute("frames 20 30"));
    EXPECT_FALSE(viewer.execute("frames 5 2"));
    EXPECT_FALSE(viewer.execute("frames 0 6 0"));
    execute("frames 1 5 2");
    execute("speed max");
    std::vector<std::uint64_t> seen;
    viewer.source().watchFrames([&](const auto& shot) { seen.push_back(shot->number); });
    ASSERT_TRUE(viewer.execute("run"));
    waitUntil([&] { return !viewer.source().status().playing; });
    viewer.source().watchFrames({});
    EXPECT_THAT(seen, ::testing::ElementsAre(1, 3, 5));
    execute("loop on");
    ASSERT_TRUE(viewer.execute("run"));
    waitUntil([&] { return viewer.shot()->number == 5; });
    waitUntil([&] { return viewer.shot()->number == 1; });
    execute("pause");
}

TEST_F(Record, TheSpeedChangesByPowersOfTwo) {
    openScene();
    execute("speed 1");
    execute("faster");
    EXPECT_EQ(viewer.status().speed, 2);
    execute("slower");
    execute("slower");
    EXPECT_EQ(viewer.status().speed, 0.5);
    execute("speed 3");
    execute("slower");
    EXPECT_EQ(viewer.status().speed, 2);
    execute("speed 1024");
    execute("faster");
    EXPECT_TRUE(std::isinf(viewer.status().speed));
    execute("slower");
    EXPECT_TRUE(std::isfinite(viewer.status().speed));
}

TEST_F(Record, ARunThatVanishesKeepsItsPicture) {
    openScene();
    execute("record " + quoted("run"));
    execute("seek 4");
    execute("end-record");
    execute("open " + quoted("run"));
    execute("seek 2");
    std::filesystem::remove_all(folder / "run");
    const std::size_t before = viewer.messages().size();
    ASSERT_TRUE(viewer.execute("run"));
    waitUntil([&] { return !viewer.source().status().playing; });
    EXPECT_THAT(lastMessage(), HasSubstr("is missing"));
    EXPECT_LE(viewer.messages().size(), before + 2) << "it is not said for each frame";
    EXPECT_EQ(viewer.shot()->number, 2u);
}

// An editor saves a scene with an error in it: what was changed in the window is still there to be saved.
TEST_F(Record, AFailedReloadKeepsTheListOfChanges) {
    openScene();
    execute("set contact[0].friction 0.1");
    const auto save = [&](const std::string& text) {
        const auto time = std::filesystem::last_write_time(folder / "lump.toml");
        std::ofstream(folder / "lump.toml") << text;
        std::filesystem::last_write_time(folder / "lump.toml", time + std::chrono::seconds(2));
    };
    save("format = 1\nnaem = 3\n");
    waitUntil([&] { return lastMessage().find("error") != std::string::npos; });
    EXPECT_TRUE(viewer.hasUnsavedChanges());
    save(userScene());
    waitUntil([&] { return lastMessage().find("read again") != std::string::npos; });
    EXPECT_FALSE(viewer.hasUnsavedChanges()) << "the new text is what counts";
}

TEST_F(Record, APlotIsATableOrAPicture) {
    openScene();
    execute("seek 4");
    execute("plot step on");
    execute("plot dt on");
    execute("export-plot " + quoted("plot.png"));
    const auto image = io::readPng(io::ConfinedPath(folder / "plot.png"));
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->height, 1200) << "a chart for each unit";
    execute("previous-frame");
    EXPECT_EQ(viewer.statistics()->rows.size(), 5u) << "later rows stay when it goes back";
    execute("next-frame");
    EXPECT_EQ(viewer.statistics()->rows.size(), 5u);
    execute("seek 1");
    execute("next-frame");
    EXPECT_EQ(viewer.statistics()->rows.size(), 3u) << "it goes on from there";
}

TEST_F(Record, TheStatisticsOfARunAreNotWrittenOver) {
    openScene();
    execute("record " + quoted("run"));
    execute("seek 2");
    execute("end-record");
    execute("open " + quoted("run"));
    const std::string file = (folder / "run" / "stats.csv").string(), before = readTextFile(file).value();
    execute("plot step on");
    const Status written = viewer.execute("export-plot " + file);
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, HasSubstr("another name"));
    EXPECT_EQ(readTextFile(file).value(), before);
    execute("export-plot " + quoted("own.csv"));
}

}  // namespace
}  // namespace talus::viewer
