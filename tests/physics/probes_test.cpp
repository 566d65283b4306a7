// Probes against what is known: still water, an inflow, sand that runs through a hole.
#include <array>

#include "talus/grains/fields.h"
#include "talus/run/probes/crossings.h"
#include "talus/run/probes/probe_value.h"
#include "talus/water/sources/inflow.h"
#include "tests/support/scene_head.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

using method::Probe;

method::Probed probedIn(const scene::Simulation& simulation, const std::string& name) {
    for (const scene::Running& running : simulation.methods())
        for (method::Probed& probed : running.instance->probed())
            if (probed.name == name) return std::move(probed);
    throw std::runtime_error("nothing is named " + name);
}

/// Still water 0.2 m deep, 10 and 20 particles high.
class StillWater : public testing::TestWithParam<int> {
  protected:
    static constexpr double depth = 0.2, width = 0.16;
    double spacing() const { return depth / GetParam(); }
    scene::Simulation settled() const {
        scene::Simulation simulation = simulationOf(waterHead("dfsph", spacing(), "gravity = [0, 0, -9.81]") +
                                                    tankOf({0, 0, 0}, {width, width, 2 * depth}) +
                                                    boxOf("pool", {0, 0, 0}, {width, width, depth}));
        runTo(simulation, 1);
        return simulation;
    }
};

// The volume of the water is that of its particles, so that its level is known. A quarter of a spacing: the
// uppermost layer of particles is no plane; on a lattice the gauge is right to a twentieth (tests/method).
TEST_P(StillWater, HeightMatchesItsVolume) {
    scene::Simulation simulation = settled();
    const method::Probed water = probedIn(simulation, "water");
    const double volume = std::pow(spacing(), 3) * static_cast<double>(particlesOf(simulation).size());
    const double expected = volume / (width * width);
    for (const Vec3d& at :
         {Vec3d{width / 2, width / 2, 0}, Vec3d{0.3 * width, 0.7 * width, 0}, Vec3d{0.001, width / 2, 0}}) {
        const double height = water.height(simulation.world(), at, water.radius).value_or(-1);
        tell(fmt::format("height_{:.3f}", at.x), height / expected);
        EXPECT_NEAR(height, expected, 0.25 * spacing()) << at.x;
    }
}

// p = rho g (H - z) on upright walls, one and a half spacings and more above the floor, and on the floor: 2%
// of the pressure there is what the literature asks of a column (Adami, Hu, Adams 2012, 3.1). A mean over
// 0.2 s and five places at each height: of single moments the solver leaves more noise than that, and the
// packing of the particles about one place stays as it is while the water rests (one place alone is up to 4%
// off). Nearer to the corner sensors read less, by 2% at a spacing and 15% at half of one: particles keep
// farther off where two walls meet.
TEST_P(StillWater, PressesItsWallsWithItsDepth) {
    scene::Simulation simulation = settled();
    const method::Probed water = probedIn(simulation, "water");
    const double most = 1000 * gravity * depth;
    struct Gauge {
        method::WallPatch patch;
        double mean = 0;
    };
    std::vector<Gauge> gauges;
    // Down to a tenth of a spacing above the floor, where gauges of wave impacts are.
    for (const double z : {0.1, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 7.0})
        for (const double radius : {0.0, std::min(z, 0.5)})  // a disc that ends at the floor
            gauges.push_back({{0,
                               {0, width / 2, z * spacing()},
                               {1, 0, 0},
                               radius > 0 ? std::optional(radius * spacing()) : std::nullopt}});
    gauges.push_back({{0, {width / 2, width / 2, 0}, {0, 0, 1}, {}}});
    gauges.push_back({{0, {0.1 * spacing(), width / 2, 0}, {0, 0, 1}, {}}});
    gauges.push_back({{0, {0.3 * width, width / 2, 0}, {0, 0, 1}, spacing()}});
    constexpr int times = 40;
    const std::array<double, 5> across{-0.2, -0.1, 0, 0.1, 0.2};
    for (int t = 1; t <= times; ++t) {
        runTo(simulation, 1 + 0.005 * t);
        for (Gauge& gauge : gauges)
            for (const double y : across) {
                method::WallPatch patch = gauge.patch;
                patch.at.y += y * width;
                gauge.mean += water.pressure(simulation.world(), patch) / (times * across.size());
            }
    }
    for (const Gauge& gauge : gauges) {
        const double expected = 1000 * gravity * (depth - gauge.patch.at.z);
        tell(fmt::format("off_{:.4f}_{:.4f}", gauge.patch.at.z, gauge.patch.radius.value_or(0)),
             (gauge.mean - expected) / most);
        EXPECT_NEAR(gauge.mean, expected, 0.02 * most) << gauge.patch.at.z;
    }
    // Above the water the wall is dry.
    EXPECT_EQ(water.pressure(simulation.world(), {0, {0, width / 2, 1.5 * depth}, {1, 0, 0}, {}}), 0);
}

INSTANTIATE_TEST_SUITE_P(Probes, StillWater, testing::Values(10, 20));

/// Steps to a time, with a patch watched.
run::Flow watched(scene::Simulation& simulation, const Probe& probe, const std::string& of, double until) {
    run::Crossings crossings(*probedIn(simulation, of).flow,
                             environment::periodicDomain(simulation.scene().environment));
    const std::vector<run::FluxPatch> patches{run::FluxPatch(probe)};
    std::vector<run::Flow> flows(1);
    crossings.begin(simulation.world());
    while (simulation.clock().time(simulation.world().step) < until * (1 - 1e-12)) {
        const step::StepReport report = simulation.advance();
        if (!report.ok()) throw std::runtime_error(report.trouble->what);
        crossings.count(simulation.world(), patches, flows);
    }
    return flows.front();
}

// A jet without gravity goes at the speed of its inflow, and its flow is that area times that speed. Layers
// of particles come at once, so the sum is right to a layer; and to a particle it is what is beyond the
// patch.
TEST(FluxOfWater, EqualsThatOfTheInflow) {
    scene::Simulation simulation =
        simulationOf(waterHead("dfsph", 0.02, "gravity = [0, 0, 0]") +
                     "[[inflow]]\nname = \"pipe\"\ncentre = [0, 0, 0]\ndirection = [1, 0, 0]\n"
                     "radius = 0.06\nspeed = 2\n");
    Probe probe;
    probe.kind = Probe::Kind::FluxDisc;
    probe.at = {0.1, 0, 0};
    probe.normal = {1, 0, 0};
    probe.disc_radius = 0.2;
    const double until = 0.5;
    const run::Flow flow = watched(simulation, probe, "water", until);
    std::uint64_t beyond = 0;
    for (const Vec3d& x : placesOf(simulation)) beyond += x.x >= probe.at.x;
    EXPECT_EQ(flow.forward, beyond);
    EXPECT_EQ(flow.backward, 0u);
    EXPECT_NEAR(flow.volume, static_cast<double>(beyond) * 0.02 * 0.02 * 0.02, 1e-12);
    // As many layers as went by, each of so many particles.
    const double layers = (until * 2 - probe.at.x) / 0.02;
    water::Inflow pipe;
    pipe.direction = {1, 0, 0};
    pipe.radius = 0.06;
    const auto layer = static_cast<double>(water::layerOf(pipe, 0.02).size());
    tell("layers", static_cast<double>(flow.forward) / layer);
    EXPECT_NEAR(static_cast<double>(flow.forward) / layer, layers, 1);
}

// Sand in a bin with a hole in its floor, and a sink far below: what went through the hole is what the sink
// took and what is still on its way, grain by grain, and the masses are the same.
TEST(FluxOfGrains, EqualsWhatTheSinkTakes) {
    scene::Simulation simulation = simulationOf(sceneHead("bin", {}, {{"sand"}}) + R"(
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 1000
restitution = 0.4
friction = 0.4
[[wall]]
name = "sides"
material = "sand"
shape = "cylinder-inside"
from = [0, 0, 0]
to = [0, 0, 0.2]
radius = 0.025
[[wall]]
name = "floor"
material = "sand"
shape = "disc"
centre = [0, 0, 0]
normal = [0, 0, 1]
radius = 0.03
hole = 0.012
[[sink]]
name = "below"
point = [0, 0, -0.1]
normal = [0, 0, 1]
[[fill]]
name = "sand"
material = "sand"
min = [-0.017, -0.017, 0.002]
max = [0.017, 0.017, 0.08]
count = 800
grain_radius = 0.002
radius_spread = 0.1
)");
    Probe probe;
    probe.kind = Probe::Kind::FluxDisc;
    probe.at = {0, 0, -0.005};
    probe.normal = {0, 0, -1};
    probe.disc_radius = 0.05;
    const run::Flow flow = watched(simulation, probe, "grains", 0.6);
    const state::World& world = simulation.world();
    std::uint64_t on_the_way = 0;
    double mass_on_the_way = 0;
    const state::Table& grains = world.table(grains::grains_table);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (grains.read(grains::fields::position)[i].z > probe.at.z) continue;
        ++on_the_way;
        mass_on_the_way += grains.read(grains::fields::mass)[i];
    }
    const state::Table& sinks = world.table(grains::sinks_table);
    EXPECT_GT(flow.forward, 200u);
    EXPECT_EQ(flow.forward - flow.backward, sinks.read(grains::fields::taken)[0] + on_the_way);
    EXPECT_NEAR(flow.mass, sinks.read(grains::fields::taken_mass)[0] + mass_on_the_way, 1e-12);
}

// A heap's height: grains in a box to a known level, by what they take. Half a diameter: the top is rough.
TEST(HeightOfGrains, EqualsThatOfTheHeap) {
    scene::Simulation simulation = simulationOf(sceneHead("box", {}, {{"sand"}}) + R"(
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 1000
restitution = 0.3
friction = 0.1
[[wall]]
name = "box"
material = "sand"
shape = "box-inside"
min = [0, 0, 0]
max = [0.06, 0.06, 0.3]
[[fill]]
name = "sand"
material = "sand"
min = [0, 0, 0]
max = [0.06, 0.06, 0.1]
count = 1500
grain_radius = 0.0025
)");
    runTo(simulation, 0.6);
    const method::Probed grains = probedIn(simulation, "grains");
    const auto position =
        std::as_const(simulation.world()).table(grains::grains_table).read(grains::fields::position);
    // Twice the mean height of what lies evenly.
    double mean = 0;
    for (const Vec3d& x : position) mean += x.z / static_cast<double>(position.size());
    const double height = grains.height(simulation.world(), {0.03, 0.03, 0}, grains.radius).value_or(-1);
    tell("height", height / (2 * mean));
    EXPECT_NEAR(height, 2 * mean, 0.0025);
    // What presses the floor is the weight over its area. 15%: walls carry some of it, and the circle about
    // the middle has more than its share, which no formula here tells.
    double pressure = 0;
    constexpr int times = 20;
    for (int t = 1; t <= times; ++t) {
        runTo(simulation, 0.6 + 0.002 * t);
        pressure += grains.pressure(simulation.world(), {0, {0.03, 0.03, 0}, {0, 0, 1}, 0.03}) / times;
    }
    const double weight = 1500 * 4.18879 * std::pow(0.0025, 3) * 2500 * gravity / (0.06 * 0.06);
    tell("pressure", pressure / weight);
    EXPECT_NEAR(pressure / weight, 1, 0.15);
}

}  // namespace
}  // namespace talus::test
