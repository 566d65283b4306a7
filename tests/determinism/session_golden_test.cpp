// Each scene of the gallery in a session: with pauses, and after a return to a snapshot, it reaches the
// states that the records hold of `talus run`.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>

#include "talus/core/hash.h"
#include "talus/core/text_file.h"
#include "talus/environment/fields.h"
#include "talus/run/land/raster_ground.h"
#include "talus/run/picture/extent.h"
#include "talus/run/session/hand.h"
#include "talus/run/session/session.h"
#include "talus/solids/scene.h"
#include "tests/support/golden_record.h"
#include "tests/support/paths.h"
#include "tests/support/scene_names.h"

namespace talus::run {
namespace {

using Json = nlohmann::ordered_json;

Session sessionOf(const std::string& name, const Json& record, const std::string& more = {}) {
    SceneSource source;
    source.file = test::sourceFile("scenes/" + name + ".toml");
    source.text = readTextFile(source.file).value() + "\n" + more;
    source.rasters = readRasterGround;
    for (const Json& set : record.at("set")) source.overrides.push_back(set.get<std::string>());
    std::string warnings;
    auto session = Session::open(std::move(source), exec::Exec::cpu(2), 0, warnings);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
}

std::string stateOf(const Session& session) {
    return hexadecimal(state::stateHash(session.simulation().world()));
}

/// The states after two frames: those of the record, or, where its hashes are those of another processor,
/// those of a session without a pause.
std::array<std::string, 2> statesOf(const std::string& name, const Json& record) {
    if (test::isOfThisProcessor(record)) return {record.at("state").at(0), record.at("state").at(1)};
    std::array<std::string, 2> states;
    Session session = sessionOf(name, record);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto frame = record.at("frames").at(i).get<std::uint64_t>();
        EXPECT_EQ(session.advanceToFrame(frame).value(), Session::End::Reached);
        states[i] = stateOf(session);
    }
    return states;
}

class SessionGolden : public ::testing::TestWithParam<std::string> {};

TEST_P(SessionGolden, ReachesTheStatesOfRuns) {
    std::ifstream file(test::sourceFile("tests/determinism/golden/" + GetParam() + ".json"));
    const Json record = Json::parse(file);
    const auto first = record.at("frames").at(0).get<std::uint64_t>();
    const auto states = statesOf(GetParam(), record);
    Session session = sessionOf(GetParam(), record);
    ASSERT_EQ(session.advanceSteps(2).value(), Session::End::Reached);
    const state::Snapshot early = session.snapshot();
    const std::atomic<bool> pause = true;
    ASSERT_EQ(session.advanceToFrame(first, &pause).value(), Session::End::Paused);
    EXPECT_EQ(session.step(), 2u);
    ASSERT_EQ(session.advanceToFrame(first).value(), Session::End::Reached);
    EXPECT_EQ(stateOf(session), states.at(0));
    ASSERT_TRUE(session.restore(early));
    ASSERT_EQ(session.advanceToFrame(first).value(), Session::End::Reached);
    EXPECT_EQ(stateOf(session), states.at(0));
}

// A change of gravity is one of the steps to come, in every scene: no state of the start depends on it. Where
// it changes the length of a step, it waits for the end of the frame.
TEST_P(SessionGolden, GravityNeedsNoReset) {
    std::ifstream file(test::sourceFile("tests/determinism/golden/" + GetParam() + ".json"));
    Session session = sessionOf(GetParam(), Json::parse(file));
    ASSERT_EQ(session.advanceSteps(2).value(), Session::End::Reached);
    const std::string before = stateOf(session);
    const auto effect = session.set("world.gravity", "[0, 0, -9.7]");
    ASSERT_TRUE(effect) << effect.error().message;
    EXPECT_NE(*effect, TakesEffect::AfterReset);
    EXPECT_EQ(stateOf(session), before);
    ASSERT_EQ(session.advanceSteps(1).value(), Session::End::Reached);
}

/// A ball that enters above the middle of a scene and is moved down through it.
UserObject ballFor(const Session& session, const geometry::Box& box) {
    const Vec3d size = box.max - box.min;
    const double radius = 0.06 * std::max({size.x, size.y, size.z});
    const Vec3d above{0.5 * (box.min.x + box.max.x), 0.5 * (box.min.y + box.max.y), box.max.z + radius};
    UserObject object;
    object.name = "hand";
    object.tables = {fmt::format(
        "[[body]]\nname = \"hand-ball\"\nmaterial = \"{}\"\nshape = \"sphere\"\nradius = {}\nposition = "
        "[{}, {}, {}]\nmotion = \"prescribed\"\ngroup = \"hand\"\nenters = {}\n",
        session.scene().environment.materials.front().name, radius, above.x, above.y, above.z,
        session.entryTime())};
    object.keyframes = firstKeyframes(session, true);
    object.pivot = above;
    return object;
}

/// The columns in which two states differ.
std::vector<std::string> different(const Session& a, const Session& b) {
    std::vector<std::string> names;
    const state::Snapshot first = a.snapshot(), second = b.snapshot();
    for (std::size_t t = 0; t < first.tables.size(); ++t)
        for (std::size_t c = 0; c < first.tables[t].columns.size(); ++c)
            if (first.tables[t].columns[c].bytes != second.tables[t].columns[c].bytes)
                names.push_back(first.tables[t].name + "." + first.tables[t].columns[c].name);
    return names;
}

// In every scene: a ball that enters and is moved gives the same bits as a run of the scene file that has the
// ball and its motion.
TEST_P(SessionGolden, AHandReplaysToTheSameBits) {
    std::ifstream file(test::sourceFile("tests/determinism/golden/" + GetParam() + ".json"));
    const Json record = Json::parse(file);
    Session session = sessionOf(GetParam(), record);
    if (session.scene().environment.materials.empty()) GTEST_SKIP() << "the scene has no material for a ball";
    if (!solids::in(session.scene()).chains.empty())
        GTEST_SKIP() << "nothing can be added to a scene with a chain: its links come after all bodies";
    Hand hand;
    session.add(hand);
    ASSERT_EQ(session.advanceSteps(2).value(), Session::End::Reached);
    const bool has_walls = session.simulation().world().find(environment::walls_table) != nullptr;
    const geometry::Box box = extentOf(session.scene());
    const Status added = session.add(ballFor(session, box));
    ASSERT_TRUE(added) << added.error().message;
    const double height = box.max.z - box.min.z, dt = session.clock().dt();
    ASSERT_TRUE(hand.move(session, "hand", {{0, 0, -0.5 * height}, {}, 0.05 * height / dt, 1}));
    const Session::End end = session.advanceSteps(12).value();
    if (end == Session::End::Diverged && GetParam() == "hourglass-continuum")
        GTEST_SKIP() << "its steps are so short that the ball is faster than sand may be";
    ASSERT_EQ(end, Session::End::Reached) << (session.trouble() ? session.trouble()->what : "");

    Session again = sessionOf(GetParam(), record, session.source()->interaction.toToml());
    ASSERT_EQ(again.advanceSteps(session.step()).value(), Session::End::Reached);
    auto columns = different(session, again);
    // A scene without grains gets the sums of their loads on walls only with the ball. Of the first frame
    // they lack the steps before, in which they were 0.
    if (!has_walls) std::erase(columns, "walls.steps");
    EXPECT_THAT(columns, ::testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Scenes, SessionGolden, ::testing::ValuesIn(test::sceneNames()), test::testName);

}  // namespace
}  // namespace talus::run
