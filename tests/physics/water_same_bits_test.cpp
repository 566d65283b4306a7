// Water comes to the same bits for any number of threads, and after a checkpoint: with all that adds and
// takes particles, and with forces that are off by default.
#include "tests/support/water.h"

namespace talus::test {
namespace {

/// A pool of some 4000 particles, so that threads share its loops, with a jet into it, and a drain.
std::string pool(const std::string& solver) {
    return waterHead(solver, 0.01, "gravity = [0, 0, -9.81]") +
           "viscosity = 0.05\nsurface_tension = 0.07\nxsph = 0.02\nartificial_viscosity = 0.02\n" +
           tankOf({0, 0, 0}, {0.3, 0.2, 0.4}) + boxOf("pool", {0, 0, 0}, {0.3, 0.2, 0.06}) + R"(
[[inflow]]
name = "jet"
centre = [0.1, 0.1, 0.12]
direction = [0.3, 0, -1]
radius = 0.025
speed = 1.5
[[sink]]
name = "drain"
shape = "box"
min = [0.25, 0.15, -0.01]
max = [0.31, 0.21, 0.04]
)";
}

class WaterSameBits : public testing::TestWithParam<const char*> {};

TEST_P(WaterSameBits, SameForAnyNumberOfThreadsAndAfterACheckpoint) {
    constexpr double end = 0.08;
    const std::string text = pool(GetParam());
    scene::Simulation one = simulationOf(text);
    const std::uint64_t at_first = placesOf(one).size();
    runTo(one, 0.5 * end);
    const state::Snapshot half = state::takeSnapshot(one.world());
    runTo(one, end);
    const std::uint64_t straight = state::stateHash(one.world());
    const state::Table& ledger = std::as_const(one.world()).table(water::ledger_table);
    EXPECT_GT(ledger.read(water::fields::made)[0], at_first + 100) << "the jet did not flow";
    EXPECT_GT(ledger.read(water::fields::sunk)[0], 100u) << "the drain took nothing";
    EXPECT_EQ(ledger.read(water::fields::made)[0] - ledger.read(water::fields::sunk)[0],
              placesOf(one).size());

    for (const int threads : {2, 5}) {
        scene::Simulation other = simulationOf(text, threads);
        runTo(other, end);
        EXPECT_EQ(state::stateHash(other.world()), straight) << threads;
    }
    scene::Simulation resumed = simulationOf(text, 2);
    ASSERT_TRUE(resumed.restore(half).ok());
    runTo(resumed, end);
    EXPECT_EQ(state::stateHash(resumed.world()), straight);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterSameBits, testing::Values("dfsph", "wcsph"),
                         [](const auto& of) { return std::string(of.param); });
}  // namespace talus::test
