// Sinks: what is gone is counted.
#include <numbers>
#include <set>

#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace testing_support;
using environment::Wall;
namespace fields = grains::fields;

// A stream through an open tube into a sink: what is gone is counted, nothing is lost or numbered twice.
TEST(Sinks, TakeGrainsAndCountTheirMass) {
    scene::Scene scene = sandScene(linear(0.3, 0.5), 1e-5);
    scene.time.frame_interval = 0.01;
    scene.environment.gravity = {0, 0, -9.81};
    Wall funnel = wallOf(Wall::Kind::Cone);
    funnel.cone = {{0, 0, 0}, {0, 0, 0.02}, 0.009, 0.02};
    scene.environment.walls = {funnel};
    grains::Emitter spout;
    spout.name = "spout";
    spout.material = "sand";
    spout.centre = {0, 0, 0.03};
    spout.radius = 0.01;
    spout.rate = 1500;
    spout.count = 300;
    spout.radius_spread = 0.1;
    grains::in(scene).emitters = {spout};
    environment::Sink ground, beside;
    ground.name = "ground";
    ground.plane = {{0, 0, -0.02}, {0, 0, 1}};
    beside.name = "beside";
    beside.kind = environment::Sink::Kind::Box;
    beside.box = {{0.002, -0.01, -0.01}, {0.02, 0.01, -0.005}};
    scene.environment.sinks = {ground, beside};
    const auto run = [&](const exec::Exec& exec) {
        scene::Simulation simulation = start(scene, exec);
        double total = 0;
        std::uint64_t counted = 0;
        for (int frame = 0; frame < 30; ++frame) {
            advance(simulation, simulation.clock().steps_per_frame);
            const state::Table& sinks = simulation.world().table(grains::sinks_table);
            const auto taken = sinks.read(fields::taken);
            const auto taken_mass = sinks.read(fields::taken_mass);
            const auto now = measured(simulation);
            counted = taken[0] + taken[1];
            const std::uint64_t made =
                simulation.world().table(grains::emitters_table).read(fields::emitted)[0];
            EXPECT_EQ(now.grains + counted, made);
            total = now.mass + taken_mass[0] + taken_mass[1];
            // No grain is behind the plane by more than half a skin: 0.05 diameters.
            for (const Vec3d& x : simulation.world().table(grains::grains_table).read(fields::position))
                EXPECT_GT(x.z, -0.02 - 0.05 * 2 * 1.1 * radius);
        }
        EXPECT_GT(counted, 150u);
        EXPECT_GT(simulation.world().table(grains::sinks_table).read(fields::taken)[1], 20u);
        const auto id = simulation.world().table(grains::grains_table).read(fields::id);
        EXPECT_EQ(std::set<std::uint32_t>(id.begin(), id.end()).size(), id.size());
        // 300 grains in all: their mean mass is that of the radii drawn, within the spread.
        EXPECT_NEAR(total, 300 * mass, 0.1 * 300 * mass);
        return state::stateHash(simulation.world());
    };
    EXPECT_EQ(run(exec::Exec::serial()), run(exec::Exec::cpu(3)));
}

// The mass of grains and sinks together never changes: to the round-off of adding some hundred masses.
TEST(Sinks, ConserveMass) {
    scene::Scene scene = settled();
    environment::Sink side;
    side.name = "side";
    side.plane = {{0.005, 0, 0}, {-1, 0, 0}};
    scene.environment.sinks = {side};
    scene.environment.walls[0].open = {"+z", "+x"};
    grains::in(scene).fills[0].box.max.x = 0.005;
    scene::Simulation simulation = start(scene);
    const double before = measured(simulation).mass;
    advance(simulation, 10000);
    const state::Table& sinks = simulation.world().table(grains::sinks_table);
    EXPECT_GT(sinks.read(fields::taken)[0], 5u);
    EXPECT_NEAR(measured(simulation).mass + sinks.read(fields::taken_mass)[0], before, 1e-13 * before);
}

}  // namespace
}  // namespace talus
