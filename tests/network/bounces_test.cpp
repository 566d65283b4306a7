// Contacts of masses with each other and with a wall.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::runTo;
using test::simulationOf;

// Two masses that bounce off each other without damping keep momentum exactly and energy to the order of the
// step; an elastic bounce off a fixed mass is that off a wall.
TEST(Network, BouncesKeepMomentumAndEnergy) {
    auto simulation = simulationOf(head("rate = 20000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0]]
velocity = [1, 0.2, 0]
mass = 2
[[masses]]
name = "b"
positions = [[0.3, 0.05, 0.02]]
mass = 3
[[link]]
name = "touch"
between = ["a", "b"]
length = 0.2
stiffness = 5000
)");
    runTo(simulation, 0.5);
    const auto v = massesOf(simulation).read(fields::velocity);
    const Vec3d momentum = v[0] * 2.0 + v[1] * 3.0;
    EXPECT_NEAR(length(momentum - Vec3d{2, 0.4, 0}), 0, 1e-13);
    EXPECT_NEAR(0.5 * 2 * squaredLength(v[0]) + 0.5 * 3 * squaredLength(v[1]), 1.04, 1e-3);
    EXPECT_GT(length(v[1]), 0.3);
}

// A mass falls from h on a wall that takes some of its energy: apexes follow e^2, and it comes to rest after
// (1 + e) / (1 - e) sqrt(2 h / g) (Zeno). The contact is so stiff that its weight changes e by less than 1%
// in the first bounces, and that the contacts themselves, 3 ms each, add less than 40 ms.
TEST(Network, BouncesOnAWallEndWhenZenosDo) {
    auto simulation = simulationOf(head("rate = 60000", "[0, 0, -9.81]", 3) + stone_floor + R"(
[[masses]]
name = "ball"
positions = [[0, 0, 0.6]]
[[link]]
name = "touch"
between = ["ball", "floor"]
length = 0.1
stiffness = 1e6
damping = 250
)");
    std::vector<double> apexes;
    double before = 0.6, last = 0.6, rested = 0;
    while (simulation.clock().time(simulation.world().step) < 3 - 1e-9) {
        ASSERT_TRUE(simulation.advance().ok());
        const double z = massesOf(simulation).read(fields::position)[0].z;
        if (last > before && last > z) apexes.push_back(last - 0.1);
        if (last - 0.1 > 2e-4) rested = simulation.clock().time(simulation.world().step);
        before = last;
        last = z;
    }
    ASSERT_GT(apexes.size(), 4u);
    const double e = std::sqrt(apexes[0] / 0.5);
    for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(std::sqrt(apexes[k] / apexes[k - 1]), e, 0.01);
    EXPECT_NEAR(rested, (1 + e) / (1 - e) * std::sqrt(2 * 0.5 / 9.81), 0.04);
    // At rest it is pressed in by m g / k.
    EXPECT_NEAR(last, 0.1 - 9.81 / 1e6, 1e-7);
}

}  // namespace
}  // namespace talus::network
