// What masses do to walls, and the energy of gravity, in the columns of stats.csv.
#include <gtest/gtest.h>

#include "talus/run/stat_columns.h"
#include "tests/network/networks.h"
#include "tests/support/same_bits.h"

namespace talus::network {
namespace {

using test::runTo;
using test::simulationOf;

constexpr double g = 9.81;  // [m/s^2]

/// A column of the statistics now.
double columnOf(const scene::Simulation& simulation, const std::string& name) {
    for (const method::Columns& group : run::statColumns(simulation)) {
        std::vector<method::Cell> values;
        group.values(simulation.exec(), simulation.world(), values);
        for (std::size_t k = 0; k < values.size(); ++k)
            if (group.names[k] == name) return std::get<double>(values[k]);
    }
    ADD_FAILURE() << "there is no column " << name;
    return 0;
}

/// Two masses on a floor, 3 kg together and a quarter of a metre apart, and one that hangs on an arm.
const std::string rests = head("rate = 1000", "[0, 0, -9.81]", 4) + stone_floor + R"(
[[wall]]
name = "arm"
material = "stone"
shape = "rectangle"
corner = [-0.1, -0.1, 2]
edge_u = [0.2, 0, 0]
edge_v = [0, 0.2, 0]
[[masses]]
name = "light"
positions = [[0, 0, 0.1]]
[[masses]]
name = "heavy"
positions = [[0.25, 0, 0.1]]
mass = 2
[[masses]]
name = "hook"
kind = "moved"
wall = "arm"
positions = [[0.05, 0, 2]]
[[masses]]
name = "hung"
positions = [[0.05, 0, 1.5]]
mass = 4
damping = 40
[[link]]
name = "on_light"
between = ["light", "floor"]
length = 0.1
stiffness = 5000
damping = 100
[[link]]
name = "on_heavy"
between = ["heavy", "floor"]
length = 0.1
stiffness = 5000
damping = 100
)" + spring("rope", "hook", "hung", "stiffness = 2000\ndamping = 50");

// At rest walls carry the weights, to what is left of the motion after 3 s, the mean of the last second: 3 kg
// on the floor, which stands 2 kg times a quarter of a metre beside its point; 4 kg at the arm, 0.05 m from
// its middle. Torque is r x F.
TEST(NetworkLoads, MassesAtRestWeighOnWallsWhatTheyWeigh) {
    auto simulation = simulationOf(rests);
    runTo(simulation, 4);
    EXPECT_NEAR(columnOf(simulation, "wall.floor.network.fz [N]"), -3 * g, 1e-6);
    EXPECT_NEAR(columnOf(simulation, "wall.floor.network.fx [N]"), 0, 1e-9);
    EXPECT_NEAR(columnOf(simulation, "wall.floor.network.ty [N m]"), 2 * g * 0.25, 1e-6);
    EXPECT_NEAR(columnOf(simulation, "wall.arm.network.fz [N]"), -4 * g, 1e-6);
    EXPECT_NEAR(columnOf(simulation, "wall.arm.network.ty [N m]"), 4 * g * 0.05, 1e-6);
    // The column to which all methods add.
    EXPECT_EQ(columnOf(simulation, "wall.floor.fz [N]"), columnOf(simulation, "wall.floor.network.fz [N]"));
}

// What masses lose in potential energy as they fall they have in motion. The velocity of the two-step scheme
// is that in the middle of the last step, v = g t after a fall of g t (t + T) / 2: 1 kg has lost g^2 t T / 2
// more than it has in motion. To round-off.
TEST(NetworkLoads, TheEnergyOfGravityAndOfMotionOfFallingMassesStays) {
    auto simulation = simulationOf(head("rate = 2000", "[0, 0, -9.81]") + R"(
[[masses]]
name = "pair"
positions = [[0, 0, 3], [1, 0, 5]]
mass = 0.5
)");
    const auto sum = [&] {
        return columnOf(simulation, "network.kinetic [J]") + columnOf(simulation, "network.potential [J]");
    };
    EXPECT_NEAR(columnOf(simulation, "network.potential [J]"), 0.5 * g * 8, 1e-12);
    runTo(simulation, 0.5);
    EXPECT_NEAR(columnOf(simulation, "network.kinetic [J]"), 0.5 * g * g * 0.25, 1e-10);
    EXPECT_NEAR(sum(), 0.5 * g * 8 - 0.5 * g * g * 0.5 / 2000, 1e-10);
}

TEST(NetworkLoads, SameBitsByThreadsAndFromASnapshot) { test::expectSameBits(rests, 1); }

}  // namespace
}  // namespace talus::network
