// Settings that change while a session runs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/run/lump_session.h"
#include "tests/run/small_run.h"

namespace talus::run {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

TEST(Session, OfASimulationHasNoSettings) {
    Session session(test::simulationOf(test::smallScene()));
    EXPECT_EQ(session.source(), nullptr);
    EXPECT_EQ(session.set("world.gravity", "[0, 0, -1]").error().kind, ErrorKind::Input);
    EXPECT_EQ(session.reset().error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace talus::run
