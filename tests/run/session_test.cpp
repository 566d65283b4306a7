#include "talus/run/session/session.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/grains/fields.h"
#include "talus/run/runner.h"
#include "talus/run/session/pick.h"
#include "tests/run/lump_scene.h"
#include "tests/run/small_run.h"

namespace talus::run {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A lump of sand on a floor, and one grain that falls from far above it.
const std::string scene_file = test::lumpScene(R"(
[[grain]]
material = "sand"
position = [0, 0, 5]
radius = "5 mm"
)");

Session open(const std::string& text = scene_file) {
    std::string warnings;
    auto session = Session::open({.text = text, .file = "lump.toml"}, exec::Exec::cpu(1), 0, warnings);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
}

std::uint64_t stateOf(const Session& session) { return state::stateHash(session.simulation().world()); }

const state::Table& grainsOf(const Session& session) {
    return session.simulation().world().table(grains::grains_table);
}
/// The row of the grain that falls.
std::size_t falling(const Session& session) {
    const auto position = grainsOf(session).read(grains::fields::position);
    std::size_t highest = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (position[i].z > position[highest].z) highest = i;
    return highest;
}
double fallSpeed(const Session& session) {
    return -grainsOf(session).read(grains::fields::velocity)[falling(session)].z;
}

/// What a listener hears.
class Diary final : public Listener {
  public:
    Status stepped(Session& session) override {
        steps.push_back(session.step());
        return success();
    }
    Status frameEnded(Session& session) override {
        frames.push_back(session.frame());
        return refuses == session.frame() ? Status(Error{ErrorKind::Storage, "the disk is full"}) : success();
    }
    std::uint64_t stepsTo(std::uint64_t) const override { return at_once; }
    bool mayPause(std::uint64_t step) const override { return step % pauses_every == 0; }
    Status mayJump() const override {
        return jumps ? success() : Status(Error{ErrorKind::Input, "not while it is recorded"});
    }

    std::vector<std::uint64_t> steps, frames;
    std::optional<std::uint64_t> refuses;
    std::uint64_t at_once = 1000, pauses_every = 1;
    bool jumps = true;
};

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
TEST(Session, ALiveSettingTakesEffectAtOnceAndKeepsTheState) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(2));
    const std::uint64_t before = stateOf(session);
    const double speed = fallSpeed(session), dt = session.clock().dt();
    EXPECT_NEAR(speed, 9.81 * session.time(), 1e-9);
    ASSERT_EQ(session.set("world.gravity", "[0, 0, -1.62]").value(), TakesEffect::Now);
    EXPECT_EQ(stateOf(session), before);
    EXPECT_EQ(session.scene().environment.gravity.z, -1.62);
    ASSERT_TRUE(session.advanceToFrame(4));
    EXPECT_NEAR(fallSpeed(session) - speed, 1.62 * 0.02 + 0.5 * dt * (9.81 - 1.62), 1e-9);
    EXPECT_TRUE(session.waitingForReset().empty());
}

TEST(Session, ASettingOfTheStartWaitsForAReset) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(1));
    const std::size_t grains = grainsOf(session).size();
    const std::uint64_t before = stateOf(session);
    ASSERT_EQ(session.set("fill.lump.grain_radius", "\"4 mm\"").value(), TakesEffect::AfterReset);
    EXPECT_EQ(stateOf(session), before);
    EXPECT_THAT(session.waitingForReset(), ElementsAre("fill.lump.grain_radius=\"4 mm\""));
    // A live one in the meantime takes effect without it.
    ASSERT_EQ(session.set("contact[0].friction", "0.1").value(), TakesEffect::Now);
    EXPECT_EQ(grainsOf(session).size(), grains);
    ASSERT_TRUE(session.reset());
    EXPECT_EQ(session.step(), 0u);
    EXPECT_GT(grainsOf(session).size(), grains);
    EXPECT_TRUE(session.waitingForReset().empty());
    // The same as a session that began so.
    std::string text = scene_file;
    const std::string radius = "grain_radius = \"5 mm\"";
    text.replace(text.find(radius), radius.size(), "grain_radius = \"4 mm\"");
    text.replace(text.find("friction = 0.5"), 14, "friction = 0.1");
    Session whole = open(text);
    ASSERT_TRUE(session.advanceToFrame(2));
    ASSERT_TRUE(whole.advanceToFrame(2));
    EXPECT_EQ(stateOf(session), stateOf(whole));
}

TEST(Session, BeforeTheFirstStepEverySettingTakesEffectAtOnce) {
    Session session = open();
    const std::size_t grains = grainsOf(session).size();
    ASSERT_EQ(session.set("fill.lump.grain_radius", "\"4 mm\"").value(), TakesEffect::Now);
    EXPECT_GT(grainsOf(session).size(), grains);
}

TEST(Session, AShorterStepBeginsAtTheEndOfTheFrame) {
    Session session = open();
    Diary diary;
    session.add(diary);
    ASSERT_TRUE(session.advanceToFrame(1));
    const state::Snapshot earlier = session.snapshot();
    ASSERT_TRUE(session.advanceSteps(2));
    const double dt = session.clock().dt(), wanted = 0.01 / std::ceil(0.01 / (0.4 * dt));
    const std::string value = fmt::format("{:.17g}", 0.4 * dt);
    ASSERT_EQ(session.set("time.dt", value).value(), TakesEffect::NextFrame);
    EXPECT_THAT(session.waitingForFrame(), ElementsAre("time.dt=" + value));
    EXPECT_EQ(session.clock().dt(), dt);
    ASSERT_TRUE(session.advanceToFrame(3));
    EXPECT_DOUBLE_EQ(session.clock().dt(), wanted);
    EXPECT_TRUE(session.waitingForFrame().empty());
    EXPECT_DOUBLE_EQ(session.time(), 0.03);
    EXPECT_NEAR(fallSpeed(session), 9.81 * 0.03, 1e-9);
    EXPECT_THAT(diary.frames, ElementsAre(0, 1, 2, 3));
    // At the end of a frame it takes effect at once; a state from before fits the new clock.
    ASSERT_EQ(session.set("time.dt", fmt::format("{:.17g}", 0.2 * dt)).value(), TakesEffect::Now);
    ASSERT_TRUE(session.restore(earlier));
    EXPECT_EQ(session.frame(), 1u);
    EXPECT_NEAR(fallSpeed(session), 9.81 * 0.01, 1e-9);
}

// A spring against rolling has a column of its own in the tables of contacts, which begins at zero.
TEST(Session, AnotherColumnKeepsTheState) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(5));
    const auto columns = [&] {
        return session.simulation().world().table(grains::contacts_table).columns().size();
    };
    const auto before = grainsOf(session).read(grains::fields::position);
    const std::vector<Vec3d> positions(before.begin(), before.end());
    const std::size_t columns_before = columns();
    const auto effect = session.set("contact[0].rolling", "\"spring\"");
    ASSERT_TRUE(effect) << effect.error().message;
    ASSERT_EQ(*effect, TakesEffect::Now);
    EXPECT_GT(columns(), columns_before);
    const auto after = grainsOf(session).read(grains::fields::position);
    EXPECT_TRUE(std::equal(positions.begin(), positions.end(), after.begin(), after.end()));
    ASSERT_EQ(session.advanceToFrame(8).value(), Session::End::Reached);
}

TEST(Session, AWrongValueIsAnErrorWithACaretAndChangesNothing) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(1));
    const std::uint64_t before = stateOf(session);
    const auto unknown = session.set("contact[0].frictoin", "0.1");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().kind, ErrorKind::Input);
    EXPECT_THAT(unknown.error().message, HasSubstr("friction"));
    EXPECT_THAT(unknown.error().message, HasSubstr("^"));
    EXPECT_FALSE(session.set("contact[0].friction", "-1"));
    EXPECT_FALSE(session.set("fill.lump.grain_radius", "\"1 kg\""));
    EXPECT_FALSE(session.set("time.dt", "1"));
    EXPECT_EQ(stateOf(session), before);
    EXPECT_TRUE(session.waitingForReset().empty());
    EXPECT_TRUE(session.waitingForFrame().empty());
    ASSERT_TRUE(session.advanceToFrame(2));
    Session whole = open();
    ASSERT_TRUE(whole.advanceToFrame(2));
    EXPECT_EQ(stateOf(session), stateOf(whole));
}

TEST(Session, StateAndSettingsStayWhileAListenerNeedsThem) {
    Session session = open();
    Diary diary;
    session.add(diary);
    ASSERT_TRUE(session.advanceToFrame(1));
    const state::Snapshot snapshot = session.snapshot();
    diary.jumps = false;
    EXPECT_THAT(session.set("contact[0].friction", "0.1").error().message, HasSubstr("recorded"));
    EXPECT_FALSE(session.restore(snapshot));
    EXPECT_FALSE(session.reset());
    ASSERT_TRUE(session.advanceToFrame(2));
}

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

TEST(Session, OfASimulationHasNoSettings) {
    Session session(test::simulationOf(test::smallScene()));
    EXPECT_EQ(session.source(), nullptr);
    EXPECT_EQ(session.set("world.gravity", "[0, 0, -1]").error().kind, ErrorKind::Input);
    EXPECT_EQ(session.reset().error().kind, ErrorKind::Input);
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

TEST(Pick, FindsTheGrainUnderTheRayAndAllItsValues) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(1));
    const Vec3d centre = grainsOf(session).read(grains::fields::position)[falling(session)];
    const Frame frame = frameOfAll(session.simulation()).value();
    const auto picked =
        pick(session.scene(), frame, {{centre.x + 1, centre.y + 0.003, centre.z}, {-1, 0, 0}});
    ASSERT_TRUE(picked);
    ASSERT_TRUE(picked->has_value());
    EXPECT_EQ((*picked)->set, "grains");
    EXPECT_EQ((*picked)->row, falling(session));
    EXPECT_NEAR((*picked)->distance, 1 - 0.004, 1e-12);  // 3, 4, 5 mm
    const auto values = valuesOf(frame, "grains", (*picked)->row, fieldInfosOf(session.simulation(), frame));
    ASSERT_TRUE(values);
    const auto value = [&](const std::string& name) {
        return *std::find_if(values->begin(), values->end(), [&](const auto& v) { return v.name == name; });
    };
    EXPECT_EQ(value("radius").components, std::vector<double>{0.005});
    EXPECT_EQ(value("radius").unit, "m");
    EXPECT_NEAR(value("velocity").components.at(2), -9.81 * 0.01, 1e-9);
    EXPECT_FALSE(value("velocity").meaning.empty());
    EXPECT_FALSE(valuesOf(frame, "grains", 1000000));
    EXPECT_FALSE(valuesOf(frame, "sand", 0));
    const auto none = pick(session.scene(), frame, {{0, 0, 100}, {0, 0, 1}});
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->has_value());
}

TEST(Pick, FindsTheGround) {
    std::string text = scene_file.substr(0, scene_file.find("[[wall]]"));
    text += R"(
[ground]
shape = "hills"
material = "sand"
corner = [-1, -1, 0]
size = [2, 2]
spacing = "50 mm"
height = "0.2 m"
wavelength = "0.8 m"
)";
    std::string warnings;
    auto opened = Session::open({.text = text, .file = "slope.toml"}, exec::Exec::cpu(1), 0, warnings);
    ASSERT_TRUE(opened) << opened.error().message;
    const auto frame = frameOf(opened->simulation(), {});
    ASSERT_TRUE(frame);
    const auto* columns = frame->find<state::ColumnsView>("ground");
    ASSERT_NE(columns, nullptr);
    const auto& grid = columns->grid;
    const std::size_t column = grid.at(grid.columns / 3, grid.rows / 3);
    const Vec3d target{grid.x(grid.columns / 3), grid.y(grid.rows / 3),
                       columns->find("height")->value(column)};
    const Vec3d origin = target + Vec3d{0.7, -0.4, 1.3};
    const auto picked = pick(opened->scene(), *frame, {origin, normalized(target - origin)});
    ASSERT_TRUE(picked);
    ASSERT_TRUE(picked->has_value());
    EXPECT_EQ((*picked)->set, "ground");
    EXPECT_EQ((*picked)->row, column);
    EXPECT_NEAR(length((*picked)->position - target), 0, 1e-6);
    const auto down = pick(opened->scene(), *frame, {{target.x, target.y, target.z + 2}, {0, 0, -1}});
    ASSERT_TRUE(down && *down);
    EXPECT_NEAR((*down)->distance, 2, 1e-6);
}

}  // namespace
}  // namespace talus::run
