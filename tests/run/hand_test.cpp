#include "talus/run/session/hand.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/grains/fields.h"
#include "talus/ground/fields.h"
#include "talus/run/session/session.h"
#include "talus/state/world.h"
#include "tests/run/lump_scene.h"

namespace talus::run {
namespace {

using ::testing::HasSubstr;

/// A lump of sand on a floor, held by a wall at its side.
const std::string lump = test::lumpScene(R"(
[[wall]]
name = "side"
material = "sand"
shape = "box-outside"
min = ["32 mm", "-40 mm", 0]
max = ["40 mm", "40 mm", "40 mm"]
)");

/// Soft ground without grains.
const std::string soil = R"(
format = 1
name = "soil"

[time]
duration = "1 s"
frame_interval = "20 ms"

[[material]]
name = "sand"
like = "dry sand"

[ground]
material = "sand"
corner = ["-0.5 m", "-0.5 m", 0]
size = ["1 m", "1 m"]
spacing = "20 mm"

[soil]
)";

const std::string pool = R"(
format = 1
name = "pool"

[time]
duration = "1 s"
frame_interval = "20 ms"

[[material]]
name = "steel"
like = "steel"

[[wall]]
name = "tank"
material = "steel"
shape = "box-inside"
min = [0, 0, 0]
max = ["0.4 m", "0.2 m", "0.4 m"]

[water]
spacing = "20 mm"

[[water_block]]
name = "block"
min = [0, 0, 0]
max = ["0.2 m", "0.2 m", "0.2 m"]
)";

Session open(const std::string& text) {
    std::string warnings;
    auto session = Session::open({.text = text, .file = "hand.toml"}, exec::Exec::cpu(1), 0, warnings);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
}

std::uint64_t stateOf(const Session& session) { return state::stateHash(session.simulation().world()); }

/// A ball that the hand holds.
UserObject ball(const Session& session, const std::string& material, const Vec3d& position, double radius) {
    UserObject object;
    object.name = "tool";
    object.tables = {
        fmt::format("[[body]]\nname = \"ball\"\nmaterial = \"{}\"\nshape = \"sphere\"\nradius = {}\n"
                    "position = [{}, {}, {}]\nmotion = \"prescribed\"\ngroup = \"tool\"\nenters = {}\n",
                    material, radius, position.x, position.y, position.z, session.entryTime())};
    object.keyframes = firstKeyframes(session, true);
    object.pivot = position;
    return object;
}

/// The state of the scene file that the session has become, run from its start to the session's step.
std::uint64_t replayed(const Session& session) {
    Session again = open(session.source()->wholeText());
    EXPECT_EQ(again.advanceSteps(session.step()).value(), Session::End::Reached);
    return stateOf(again);
}

double highestGrain(const Session& session) {
    double highest = 0;
    for (const Vec3d& p :
         session.simulation().world().table(grains::grains_table).read(grains::fields::position))
        highest = std::max(highest, p.z);
    return highest;
}

TEST(Hand, ABallDraggedThroughGrainsPushesThemAndReplaysToTheSameBits) {
    Session session = open(lump);
    Session alone = open(lump);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.advanceSteps(7));
    const Status added = session.add(ball(session, "sand", {0, 0, 0.06}, 0.012));
    ASSERT_TRUE(added) << added.error().message;
    ASSERT_TRUE(hand.move(session, "tool", {{0, 0, -0.045}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(6));
    ASSERT_TRUE(hand.move(session, "tool", {{0.02, 0.03, -0.03}, {0, 0, 1}, 1, 20}));
    ASSERT_TRUE(session.advanceToFrame(12));
    ASSERT_TRUE(alone.advanceToFrame(12));
    EXPECT_GT(highestGrain(session), highestGrain(alone) + 0.002);
    EXPECT_EQ(replayed(session), stateOf(session));

    ASSERT_TRUE(session.remove("tool"));
    ASSERT_TRUE(session.advanceToFrame(20));
    EXPECT_EQ(replayed(session), stateOf(session));
}

TEST(Hand, MovesNoFasterThanItsSpeed) {
    Session session = open(lump);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.add(ball(session, "sand", {0, 0, 0.3}, 0.01)));
    ASSERT_TRUE(hand.move(session, "tool", {{0.1, 0, 0}, {}, 0.5, 1}));
    ASSERT_TRUE(session.advanceToTime(0.5));
    const environment::Keyframes& keys = *session.source()->interaction.objects().front().keyframes;
    EXPECT_EQ(keys.positions.back(), (Vec3d{0.1, 0, 0}));
    EXPECT_GE(keys.times.back(), 0.2);  // 0.1 m at 0.5 m/s
    EXPECT_LT(keys.times.back(), 0.21);
    for (std::size_t k = 1; k < keys.times.size(); ++k)
        EXPECT_LE(length(keys.positions[k] - keys.positions[k - 1]),
                  0.5 * (keys.times[k] - keys.times[k - 1]) * (1 + 1e-12));
}

TEST(Hand, ABallPressesSoilAndReplaysToTheSameBits) {
    Session session = open(soil);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.advanceToFrame(1));
    const Status added = session.add(ball(session, "sand", {0, 0, 0.12}, 0.1));
    ASSERT_TRUE(added) << added.error().message;
    ASSERT_TRUE(hand.move(session, "tool", {{0, 0, -0.08}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(8));
    ASSERT_TRUE(hand.move(session, "tool", {{0.2, 0, -0.08}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(20));
    ASSERT_TRUE(session.remove("tool"));
    ASSERT_TRUE(session.advanceToFrame(24));
    const auto height = session.simulation().world().table(ground::ground_table).read(ground::fields::height);
    EXPECT_LT(*std::min_element(height.begin(), height.end()), -0.02);
    EXPECT_EQ(replayed(session), stateOf(session));
}

TEST(Hand, ABallInWaterReplaysToTheSameBits) {
    Session session = open(pool);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.advanceToFrame(2));
    const Status added = session.add(ball(session, "steel", {0.3, 0.1, 0.3}, 0.04));
    ASSERT_TRUE(added) << added.error().message;
    ASSERT_TRUE(hand.move(session, "tool", {{-0.15, 0, -0.2}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(15));
    EXPECT_EQ(replayed(session), stateOf(session));
}

TEST(Hand, AWallOfTheSceneIsMoved) {
    Session session = open(lump);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.advanceToFrame(3));
    UserObject side;
    side.name = "side";
    side.keyframes = firstKeyframes(session, false);
    const Status added = session.add(side);
    ASSERT_TRUE(added) << added.error().message;
    EXPECT_FALSE(hand.move(session, "side", {{}, {0, 0, 1}, 1, 1})) << "it has no rotations";
    ASSERT_TRUE(hand.move(session, "side", {{-0.02, 0, 0}, {}, 0.2, 1}));
    ASSERT_TRUE(session.advanceToFrame(20));
    EXPECT_EQ(replayed(session), stateOf(session));
}

TEST(Hand, AFreeBallThatIsDroppedReplaysToTheSameBits) {
    Session session = open(lump);
    ASSERT_TRUE(session.advanceSteps(9));
    UserObject dropped;
    dropped.name = "dropped";
    dropped.tables = {
        fmt::format("[[body]]\nname = \"dropped\"\nmaterial = \"sand\"\nshape = \"sphere\"\nradius = 0.01\n"
                    "position = [0, 0, 0.055]\nenters = {}\n",
                    session.entryTime())};
    const Status added = session.add(dropped);
    ASSERT_TRUE(added) << added.error().message;
    ASSERT_TRUE(session.advanceToFrame(10));
    EXPECT_EQ(replayed(session), stateOf(session));
}

TEST(Hand, GoesOnFromAnEarlierState) {
    Session session = open(lump);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.add(ball(session, "sand", {0, 0, 0.06}, 0.01)));
    ASSERT_TRUE(session.advanceToFrame(1));
    const state::Snapshot early = session.snapshot();
    ASSERT_TRUE(hand.move(session, "tool", {{0, 0, -0.02}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(8));
    const std::uint64_t late = stateOf(session);
    ASSERT_TRUE(session.restore(early));
    ASSERT_TRUE(session.advanceToFrame(8));
    EXPECT_EQ(stateOf(session), late) << "without the hand the recorded motion is repeated";
    ASSERT_TRUE(session.restore(early));
    ASSERT_TRUE(hand.move(session, "tool", {{0.03, 0, -0.02}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(12));
    EXPECT_NE(stateOf(session), late);
    EXPECT_EQ(replayed(session), stateOf(session));
}

TEST(Hand, ResetRepeatsWhatTheHandDidOrForgetsIt) {
    Session session = open(lump);
    Hand hand;
    session.add(hand);
    ASSERT_TRUE(session.advanceToFrame(1));
    ASSERT_TRUE(session.add(ball(session, "sand", {0, 0, 0.06}, 0.01)));
    ASSERT_TRUE(hand.move(session, "tool", {{0, 0, -0.03}, {}, 1, 1}));
    ASSERT_TRUE(session.advanceToFrame(8));
    const std::uint64_t late = stateOf(session);
    ASSERT_TRUE(session.reset());
    ASSERT_TRUE(session.advanceToFrame(8));
    EXPECT_EQ(stateOf(session), late);
    ASSERT_TRUE(session.resetWithoutObjects());
    ASSERT_TRUE(session.advanceToFrame(8));
    Session alone = open(lump);
    ASSERT_TRUE(alone.advanceToFrame(8));
    EXPECT_EQ(stateOf(session), stateOf(alone));
}

TEST(Hand, RefusesWhatWouldChangeTheTimeStep) {
    Session session = open(lump);
    ASSERT_TRUE(session.advanceToFrame(1));
    const std::uint64_t before = stateOf(session);
    UserObject light;
    light.name = "light";
    light.tables = {
        fmt::format("[[body]]\nname = \"light\"\nmaterial = \"sand\"\nshape = \"sphere\"\nradius = 0.01\n"
                    "mass = 1e-9\nposition = [0, 0, 0.06]\nenters = {}\n",
                    session.entryTime())};
    const Status added = session.add(light);
    ASSERT_FALSE(added);
    EXPECT_THAT(added.error().message, HasSubstr("the time step would be"));
    EXPECT_EQ(stateOf(session), before);
    EXPECT_TRUE(session.source()->interaction.empty());
}

TEST(Hand, NamesTheObjectThatIsMissing) {
    Session session = open(lump);
    Hand hand;
    session.add(hand);
    const Status moved = hand.move(session, "tool", {});
    ASSERT_FALSE(moved);
    EXPECT_THAT(moved.error().message, HasSubstr("the hand does not hold 'tool'"));
    EXPECT_FALSE(session.remove("tool"));
}

}  // namespace
}  // namespace talus::run
