// The engraved screen of a run that goes on: its pictures are those of the recorded run, it changes nothing
// of the run, and a resumed run goes on with the same bits.
#include "talus/run/engraving/screen_recorder.h"

#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "talus/method/shown/screen.h"
#include "talus/run/engraving/screen_state.h"
#include "tests/run/small_run.h"

namespace talus {
namespace {

using picture::engraved::ScreenSettings;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

ScreenSettings smallScreen() {
    ScreenSettings screen;
    screen.size = {48, 36};
    screen.onto = ScreenSettings::Onto::PlaneXZ;
    screen.min = {-0.03, -0.03, 0};
    screen.max = {0.03, 0.03, 0.06};
    return screen;
}

scene::Scene sceneWith(const std::optional<ScreenSettings>& screen) {
    scene::Scene scene = test::smallScene();
    scene.of<method::ScreenPart>().screen = screen;
    return scene;
}

std::string pictureOf(const std::filesystem::path& run, std::uint64_t frame) {
    return test::bytesOf(run / "images" / (run::numbered("engraved", frame) + ".png"));
}

class ScreenRecorder : public ::testing::Test {
  protected:
    std::filesystem::path at(const char* name) const { return folder.path() / name; }
    test::TemporaryFolder folder;
};

TEST_F(ScreenRecorder, GivesThePicturesOfTheRecordedRunWhereEachStepIsAFrame) {
    // A screen of 700 steps a second, whose steps are between those of the run at different shares.
    ScreenSettings screen = smallScreen();
    screen.rate = 700;
    screen.exr = true;
    screen.settle = 0.01;
    scene::Scene scene = sceneWith(screen);
    scene.time = {0.01, 1e-4, 1e-4};
    constexpr std::uint64_t frames = 100;
    ASSERT_TRUE(test::startRun(scene, at("run"), test::optionsTo(frames), {}, 2));
    auto engraver = run::Engraver::create(scene, screen, exec::Exec::serial());
    const auto pictures = run::ScreenPictures::create(scene, screen, exec::Exec::serial());
    ASSERT_TRUE(engraver && pictures);
    std::filesystem::create_directories(at("again"));
    for (const run::FrameFile& file : run::listFrames(at("run"))) {
        const auto frame = run::readFrame(file);
        ASSERT_TRUE(frame);
        ASSERT_TRUE(engraver->advanceTo(*frame).ok());
        ASSERT_TRUE(pictures->write(run::ConfinedPath(at("again")), file.frame, *engraver, *frame).ok());
        for (const char* suffix : {".png", ".exr"}) {
            const std::string name = run::numbered("engraved", file.frame) + suffix;
            ASSERT_EQ(test::bytesOf(at("run") / "images" / name), test::bytesOf(at("again") / name)) << name;
        }
    }
    EXPECT_EQ(engraver->steps(), 7u + 7u) << "7 under the first frame, and 7 in 10 ms";
    EXPECT_TRUE(engraver->pressed());
}

/// What ScreenRecorder::check() says: an error, or a note.
std::string saidOf(const ScreenSettings& screen) {
    const auto simulation = scene::Simulation::build(sceneWith(screen), exec::Exec::serial());
    EXPECT_TRUE(simulation.ok());
    const auto said = run::ScreenRecorder::check(*simulation);
    return said.refusal ? fmt::format("{}: {}", said.refusal->key, said.refusal->error.message) : said.note;
}

TEST_F(ScreenRecorder, IsCheckedWithoutAFolder) {
    EXPECT_EQ(saidOf(smallScreen()), "");
    ScreenSettings screen = smallScreen();
    screen.min = screen.max;
    EXPECT_THAT(saidOf(screen), AllOf(StartsWith("onto: "), HasSubstr("needs the box that it shows")));
    screen = smallScreen();
    screen.points = "water";
    EXPECT_THAT(saidOf(screen), AllOf(StartsWith("points: "), HasSubstr("no points named 'water'")));
    screen = smallScreen();
    screen.field = "grup";
    screen.values = {0};
    EXPECT_THAT(saidOf(screen), AllOf(StartsWith("field: "), HasSubstr("no field 'grup'")));
    screen.field = "radius";
    screen.values = {77};
    EXPECT_THAT(saidOf(screen), HasSubstr("no point of the start presses the screen"));
}

TEST_F(ScreenRecorder, ChangesNothingOfTheRun) {
    const auto with = test::startRun(sceneWith(smallScreen()), at("with"), test::optionsTo(6));
    const auto without = test::startRun(sceneWith({}), at("without"), test::optionsTo(6));
    ASSERT_TRUE(with && without);
    EXPECT_EQ(with->state_hash, without->state_hash);
    EXPECT_EQ(with->steps, without->steps);
    test::expectSameRun(at("with"), at("without"));
}

TEST_F(ScreenRecorder, GoesOnWithTheSameBitsAfterAResume) {
    const scene::Scene scene = sceneWith(smallScreen());
    ASSERT_TRUE(test::startRun(scene, at("whole"), test::optionsTo(9)));
    ASSERT_TRUE(test::startRun(scene, at("parts"), test::optionsTo(3)));
    ASSERT_TRUE(test::resumeRun(scene, at("parts"), test::optionsTo(9), {}, {}, 3));
    for (std::uint64_t frame = 0; frame <= 9; ++frame)
        EXPECT_EQ(pictureOf(at("whole"), frame), pictureOf(at("parts"), frame)) << frame;
    // Of an earlier checkpoint, too; and there are no more states than checkpoints.
    ASSERT_TRUE(test::resumeRun(scene, at("parts"), test::optionsTo(9), 6));
    EXPECT_EQ(pictureOf(at("whole"), 9), pictureOf(at("parts"), 9));
    EXPECT_FALSE(std::filesystem::exists(at("parts") / "checkpoints/screen.0003.h5"));
    EXPECT_TRUE(std::filesystem::exists(at("parts") / "checkpoints/screen.0006.h5"));
    // Over the whole run the screen has moved.
    EXPECT_NE(pictureOf(at("whole"), 8), pictureOf(at("whole"), 9));
}

TEST_F(ScreenRecorder, SaysWhatItCannotGoOnWith) {
    const scene::Scene scene = sceneWith(smallScreen());
    ASSERT_TRUE(test::startRun(scene, at("run"), test::optionsTo(3)));
    const auto file = at("run") / "checkpoints/screen.0003.h5";
    const auto refused = [&](const char* part) {
        const auto resumed = test::resumeRun(scene, at("run"), test::optionsTo(6));
        ASSERT_FALSE(resumed);
        EXPECT_THAT(resumed.error().message, HasSubstr(part));
    };
    const step::Clock clock = test::simulationOf(scene).clock();
    const std::uint64_t step = 3 * clock.steps_per_frame, hash = test::optionsTo(3).scene_hash;
    const auto state = run::loadScreen(at("run"), step, hash, clock);
    ASSERT_TRUE(state);
    // States that anybody may have written.
    run::ScreenState other = *state;
    other.time = -1e300;
    ASSERT_TRUE(run::saveScreen(at("run"), other, step, hash, clock).ok());
    refused("its time is -1e+300 s");
    other = *state;
    other.values.resize(7), other.before.resize(7);
    ASSERT_TRUE(run::saveScreen(at("run"), other, step, hash, clock).ok());
    refused("it has 7 masses, and the screen of the scene has 1728");
    ASSERT_TRUE(run::saveScreen(at("run"), *state, step, hash + 1, clock).ok());
    refused("it belongs to another run");
    std::filesystem::resize_file(file, 600);
    refused("screen.0003.h5");
    std::filesystem::remove(file);
    refused("there is no such file");
    EXPECT_TRUE(test::resumeRun(scene, at("run"), test::optionsTo(6), 0)) << "from the start";
}

// As with a damaged checkpoint. Only a state that is asked for is refused.
TEST_F(ScreenRecorder, GoesOnFromTheCheckpointBeforeADamagedState) {
    const scene::Scene scene = sceneWith(smallScreen());
    ASSERT_TRUE(test::startRun(scene, at("whole"), test::optionsTo(9)));
    for (const char* name : {"damaged", "missing"}) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(test::startRun(scene, at(name), test::optionsTo(6)));
        const auto file = at(name) / "checkpoints/screen.0006.h5";
        if (name == std::string("damaged"))
            std::filesystem::resize_file(file, 600);
        else
            std::filesystem::remove(file);
        EXPECT_FALSE(test::resumeRun(scene, at(name), test::optionsTo(9), 6));
        run::Observer observer;
        std::string notes;
        observer.note = [&](const std::string& text) { notes += text + "\n"; };
        ASSERT_TRUE(test::resumeRun(scene, at(name), test::optionsTo(9), {}, observer));
        EXPECT_THAT(notes, HasSubstr("screen.0006.h5"));
        EXPECT_THAT(notes, HasSubstr("frames 4 to 6"));
        for (std::uint64_t frame = 0; frame <= 9; ++frame)
            EXPECT_EQ(pictureOf(at("whole"), frame), pictureOf(at(name), frame)) << frame;
    }
}

TEST_F(ScreenRecorder, GoesOnWithAnyNumbersOfAState) {
    const scene::Scene scene = sceneWith(smallScreen());
    ASSERT_TRUE(test::startRun(scene, at("run"), test::optionsTo(2)));
    const auto files = run::listFrames(at("run"));
    const auto first = run::readFrame(files[1]), next = run::readFrame(files[2]);
    ASSERT_TRUE(first && next);
    auto whole = run::Engraver::create(scene, smallScreen(), exec::Exec::serial());
    ASSERT_TRUE(whole && whole->advanceTo(*first).ok());
    const run::ScreenState state = whole->state();
    ASSERT_FALSE(state.points.empty());
    using picture::engraved::PlacedPoint;
    std::vector<std::function<void(run::ScreenState&, float)>> changes{
        [](run::ScreenState& s, float value) { s.values[s.values.size() / 2] = value; },
        [](run::ScreenState& s, float value) { s.before.front() = value; }};
    for (float PlacedPoint::*member :
         {&PlacedPoint::x, &PlacedPoint::y, &PlacedPoint::radius, &PlacedPoint::z})
        changes.emplace_back(
            [member](run::ScreenState& s, float value) { s.points.front().*member = value; });
    for (std::size_t k = 0; k < changes.size(); ++k)
        for (const float value :
             {std::nanf(""), HUGE_VALF, -HUGE_VALF, 3e38F, -3e38F, 1e9F, -1e9F, -1.0F, 0.0F}) {
            SCOPED_TRACE(fmt::format("{} = {}", k, value));
            run::ScreenState changed = state;
            changes[k](changed, value);
            auto engraver = run::Engraver::create(scene, smallScreen(), exec::Exec::serial());
            ASSERT_TRUE(engraver);
            // An error or a picture, but no crash and no endless loop.
            if (!engraver->restore(changed, *first)) continue;
            EXPECT_TRUE(engraver->advanceTo(*next).ok());
            EXPECT_GT(engraver->steps(), 0u);
        }
}

TEST_F(ScreenRecorder, SaysBeforeTheRunWhatIsMissing) {
    ScreenSettings screen = smallScreen();
    screen.max = screen.min;
    const auto no_box = test::startRun(sceneWith(screen), at("a"), test::optionsTo(1));
    ASSERT_FALSE(no_box);
    EXPECT_THAT(no_box.error().message, HasSubstr("give screen.min and screen.max"));
    screen = smallScreen();
    screen.points = "water";
    const auto no_points = test::startRun(sceneWith(screen), at("b"), test::optionsTo(1));
    ASSERT_FALSE(no_points);
    EXPECT_THAT(no_points.error().message, HasSubstr("no points named 'water'; there are: grains"));
}

}  // namespace
}  // namespace talus
