// Particles that grains raise where they hit: how many, from what, and the same for any number of threads and
// after a snapshot. Physics of our own: the expected number is per_joule times the work of contact forces.
#include <fmt/format.h>

#include "talus/couple/dust/raise_dust.h"
#include "talus/grains/forces/forces.h"
#include "talus/method/gather.h"
#include "talus/particles/measures.h"
#include "talus/state/world.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::couple {
namespace {

const particles::TableNames dust("dust");

std::string sceneText(const std::string& precision, double per_joule, double from, double to, double last) {
    const std::string rest = fmt::format(R"(
[grains]
precision = "{}"
[[contact]]
between = ["stone", "stone"]
law = "linear"
stiffness = "2e4 N/m"
shear_stiffness = "6e3 N/m"
restitution = 0.4
friction = 0.5
[[wall]]
name = "floor"
material = "stone"
shape = "plane"
[[fill]]
name = "block"
material = "stone"
min = ["-60 mm", "-60 mm", "{} mm"]
max = ["60 mm", "60 mm", "{} mm"]
grain_radius = "10 mm"
[[particles]]
name = "dust"
dt = "1 ms"
[[particle_emitter]]
name = "hits"
system = "dust"
shape = "grain-hits"
per_joule = {}
carried = 0.3
flow = "outwards"
cone = "40 deg"
speed = "0.2 m/s"
speed_spread = 0.5
lifetime = "{} s"
mass = "1 mg"
particle_radius = "1 mm"
)",
                                         precision, from, to, per_joule, last);
    return test::sceneHead("dust", {.duration = 0.6}, {{"stone"}}) + rest;
}

std::uint64_t raised(const scene::Simulation& simulation) {
    return particles::ledgerOf(simulation.world(), dust).emitted;
}

/// What the grains of a state are expected to raise in a step of this length, and how that scatters: a floor
/// of an expected number and an even one has the variance f (1 - f), f the fraction of the expected.
struct Expectation {
    double number = 0, variance = 0;
    void add(const state::World& world, double per_joule, double dt) {
        const state::Table& table = world.table(grains::grains_table);
        const auto forces = grains::forcesOf(table);
        const auto velocity = table.read(grains::fields::velocity);
        const auto mass = table.read(grains::fields::mass);
        for (std::size_t i = 0; i < table.size(); ++i) {
            const double power = std::abs(dot(forces.force[i] - Vec3d{0, 0, -9.81} * mass[i], velocity[i]));
            const double each = per_joule * power * dt, fraction = each - std::floor(each);
            number += each;
            variance += fraction * (1 - fraction);
        }
    }
};

class DustOfGrains : public ::testing::TestWithParam<const char*> {};

// A block that falls 50 mm. Particles act in the steps of the scene, the grains' last step before is what
// both see. Four standard deviations; round-off that counts as no hit is 1e-6 of the weight.
TEST_P(DustOfGrains, NumberOfParticlesFollowsTheWork) {
    constexpr double per_joule = 500;
    scene::Simulation simulation = test::simulationOf(sceneText(GetParam(), per_joule, 50, 140, 10));
    Expectation expected;
    while (simulation.world().time < 0.3) {
        const auto report = simulation.advance();
        ASSERT_TRUE(report.ok()) << report.trouble->what;
        expected.add(simulation.world(), per_joule, simulation.clock().dt());
    }
    EXPECT_GT(expected.number, 500) << "too few to say much";
    EXPECT_NEAR(static_cast<double>(raised(simulation)), expected.number, 4 * std::sqrt(expected.variance));
}

// 0.1 s from 0.1 m up end 50 mm above the floor.
TEST_P(DustOfGrains, FreeFlightMakesNone) {
    scene::Simulation simulation = test::simulationOf(sceneText(GetParam(), 1e9, 100, 190, 10));
    test::runTo(simulation, 0.1);
    EXPECT_EQ(raised(simulation), 0u);
}

INSTANTIATE_TEST_SUITE_P(Precisions, DustOfGrains, ::testing::Values("double", "mixed"),
                         [](const auto& precision) { return std::string(precision.param); });

// A grain at rest has no speed: none for a force of any size. And a weight in free flight is rounded.
TEST(DustOfGrains, PowerIsOfContactsThatMove) {
    const Vec3d g{0, 0, -9.81};
    EXPECT_EQ(contactPower({0, 0, 0}, 2, g, {0, 0, 0}), 0);
    EXPECT_EQ(contactPower({0, 0, 500}, 2, g, {0, 0, 0}), 0);
    EXPECT_EQ(contactPower({0, 0, double{-19.62F}}, 2, g, {1, 2, -30}), 0);
    EXPECT_DOUBLE_EQ(contactPower({3, 0, -19.62}, 2, g, {-2, 1, 0}), 6);
}

// A layer put down just above the floor comes to rest within half a second: bounces at restitution 0.4 from
// 0.2 mm end after some 20 ms. Then nothing more comes in 0.05 s, though a joule would raise 1000 particles.
TEST(DustOfGrains, RestMakesNone) {
    scene::Simulation simulation = test::simulationOf(sceneText("double", 1000, 0.2, 21, 10));
    test::runTo(simulation, 0.5);
    const std::uint64_t before = raised(simulation);
    test::runTo(simulation, 0.55);
    EXPECT_EQ(raised(simulation), before);
}

// For cameras: the dust goes with the wind from where the block hits, for as long as it lasts.
TEST(DustOfGrains, WhereItIsSeenFollowsFromTheWind) {
    std::string text = sceneText("double", 500, 50, 140, 0.2);
    const std::string step = "dt = \"1 ms\"\n";
    text.replace(text.find(step), step.size(), step + "gravity = 0\nlinear_drag = 1e-4\nwind = [4, 0, 0]\n");
    const scene::Simulation simulation = test::simulationOf(text);
    double farthest = 0;
    for (const Vec3d& point : method::seenIn(simulation.scene())) farthest = std::max(farthest, point.x);
    EXPECT_NEAR(farthest, 0.06 + 4 * 0.2, 0.2);
}

TEST(DustOfGrains, ThreadsAndASnapshotDoNotChangeABit) {
    const std::string text = sceneText("double", 500, 50, 140, 0.05);
    scene::Simulation one = test::simulationOf(text);
    test::runTo(one, 0.15);
    const state::Snapshot half = state::takeSnapshot(one.world());
    test::runTo(one, 0.25);
    ASSERT_GT(raised(one), 100u);
    for (const int threads : {2, 5}) {
        scene::Simulation other = test::simulationOf(text, threads);
        test::runTo(other, 0.25);
        EXPECT_EQ(state::stateHash(other.world()), state::stateHash(one.world())) << threads;
    }
    scene::Simulation resumed = test::simulationOf(text, 2);
    ASSERT_TRUE(resumed.restore(half));
    test::runTo(resumed, 0.25);
    EXPECT_EQ(state::stateHash(resumed.world()), state::stateHash(one.world()));
}

}  // namespace
}  // namespace talus::couple
