// What grains get of water, water loses: to round-off, however far apart the steps of the two are, for any
// number of threads, and after a checkpoint.
#include "tests/support/water_grains.h"

namespace talus::test {
namespace {

constexpr double spacing = 0.01, mass = 1000 * spacing * spacing * spacing;

struct Steps {
    const char* name;
    const char* solver;
    double water, grains;  ///< longest step of each [s]
};
void PrintTo(const Steps& steps, std::ostream* out) { *out << steps.name; }

/// A ball of water at rest, and a swarm of grains that flies through it, some of it past it.
std::string swarm(const Steps& steps) {
    return waterHead(steps.solver, spacing, "gravity = [0, 0, 0]", 0.02) +
           fmt::format("speed = 1\ndt = {}\n", steps.water) +
           "[[water_block]]\nname = \"ball\"\nshape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 0.08\n" +
           sandOf(2500, 10) +
           "[[fill]]\nname = \"swarm\"\nmaterial = \"sand\"\nmin = [-0.15, -0.05, -0.02]\n"
           "max = [-0.03, 0.05, 0.1]\nvelocity = [0.8, 0.2, -0.1]\ngrain_radius = 0.0025\n"
           "volume_fraction = 0.04\npacking = \"random-loose\"\n";
}

Vec3d momentumOf(const scene::Simulation& simulation) {
    Vec3d sum;
    for (const Vec3f& v : velocitiesOf(simulation)) sum += wide(v) * mass;
    const GrainSums grains = sumsOf(simulation);
    return sum + grains.momentum - grains.owed;
}

class WaterGrainsMomentum : public testing::TestWithParam<Steps> {
  protected:
    std::string scene() const {
        std::string text = swarm(GetParam());
        const std::string time = "frame_interval = 0.02\n";
        return text.replace(text.find(time), time.size(), time + fmt::format("dt = {}\n", GetParam().grains));
    }
};

// The water's velocities are single. A particle's is rounded some four times in a step (forces, kick,
// pressure, grains), at random, by a number between -1/2 and 1/2 of its last bit, whose variance is a
// twelfth: 2^-24 v 1.2 in each of three directions. Three times that, with the mean of v^2 at the end, is the
// bound. What grains get is double. Seen: 0.6 of it at the most.
TEST_P(WaterGrainsMomentum, IsConservedToRoundOff) {
    scene::Simulation simulation = simulationOf(scene());
    const Vec3d before = momentumOf(simulation), grains = sumsOf(simulation).momentum;
    runTo(simulation, 0.06);
    const Vec3d after = momentumOf(simulation), slowed = sumsOf(simulation).momentum;
    const auto particles = static_cast<double>(placesOf(simulation).size());
    const double steps = 0.06 / GetParam().water;
    const double bound =
        6 * mass * std::ldexp(std::sqrt(meanSquareSpeed(simulation)), -24) * std::sqrt(particles * steps);
    tell("lost_over_bound", length(after - before) / bound);
    tell("grains_left", length(slowed) / length(grains));
    tell("bound_over_all", bound / length(before));
    EXPECT_LT(length(after - before), bound);
    EXPECT_LT(length(slowed), 0.9 * length(grains)) << "the water did not slow them down";
}

TEST_P(WaterGrainsMomentum, HasTheSameBitsForAnyThreadsAndAfterACheckpoint) {
    constexpr double end = 0.02;
    const std::string text = scene();
    scene::Simulation one = simulationOf(text);
    runTo(one, 0.5 * end);
    const state::Snapshot half = state::takeSnapshot(one.world());
    runTo(one, end);
    const std::uint64_t straight = state::stateHash(one.world());
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

INSTANTIATE_TEST_SUITE_P(Steps, WaterGrainsMomentum,
                         testing::Values(Steps{"TwentyOfGrains", "dfsph", 2e-3, 1e-4},
                                         Steps{"TwentyOfWater", "dfsph", 5e-5, 1e-3},
                                         Steps{"Compressible", "wcsph", 2e-4, 1e-4}),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace talus::test
