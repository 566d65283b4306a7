// Each scene of the gallery in a session: with pauses, and after a return to a snapshot, it reaches the
// states that the records hold of `talus run`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>

#include "talus/core/hash.h"
#include "talus/core/text_file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/run/session/session.h"
#include "tests/support/paths.h"
#include "tests/support/scene_names.h"

namespace talus::run {
namespace {

using Json = nlohmann::ordered_json;

Session sessionOf(const std::string& name, const Json& record) {
    SceneSource source;
    source.file = test::sourceFile("scenes/" + name + ".toml");
    source.text = readTextFile(source.file).value();
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

class SessionGolden : public ::testing::TestWithParam<std::string> {};

TEST_P(SessionGolden, ReachesTheStatesOfRuns) {
    std::ifstream file(test::sourceFile("tests/determinism/golden/" + GetParam() + ".json"));
    const Json record = Json::parse(file);
    const auto first = record.at("frames").at(0).get<std::uint64_t>(),
               last = record.at("frames").at(1).get<std::uint64_t>();
    const auto states = record.at("state");
    Session session = sessionOf(GetParam(), record);
    ASSERT_EQ(session.advanceSteps(2).value(), Session::End::Reached);
    const state::Snapshot early = session.snapshot();
    const std::atomic<bool> pause = true;
    ASSERT_EQ(session.advanceToFrame(first, &pause).value(), Session::End::Paused);
    EXPECT_EQ(session.step(), 2u);
    ASSERT_EQ(session.advanceToFrame(first).value(), Session::End::Reached);
    EXPECT_EQ(stateOf(session), states.at(0));
    ASSERT_TRUE(session.restore(early));
    ASSERT_EQ(session.advanceToFrame(last).value(), Session::End::Reached);
    EXPECT_EQ(stateOf(session), states.at(1));
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

INSTANTIATE_TEST_SUITE_P(Scenes, SessionGolden, ::testing::ValuesIn(test::sceneNames()), test::testName);

}  // namespace
}  // namespace talus::run
