// Free bodies that bounce on masses without damping keep their energy.
#include <algorithm>
#include <cmath>

#include "talus/solids/fields.h"
#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::simulationOf;

constexpr double g = 9.81;  // [m/s^2]

/// A ball of 1 kg above a fixed mass.
std::string ballAboveAPost() {
    return head("rate = 1050", "[0, 0, -9.81]", 5) + R"(
[[material]]
name = "wood"
[[body]]
name = "ball"
material = "wood"
shape = "sphere"
radius = 0.1
mass = 1
position = [0, 0, 0.45]
[[masses]]
name = "post"
kind = "fixed"
positions = [[0, 0, 0]]
[[link]]
name = "touch"
between = ["post", "ball"]
length = 0.1
stiffness = 1e4
)";
}

/// v^2 / 2 + g z of the ball.
double energyOf(const scene::Simulation& simulation) {
    const auto& bodies = simulation.world().table(solids::bodies_table);
    const Vec3d velocity = bodies.read(solids::fields::velocity)[0];
    return 0.5 * squaredLength(velocity) + g * bodies.read(solids::fields::position)[0].z;
}

// The ball falls 0.25 m, and its contact lasts 33 steps: w = sqrt(k / m) = 100 1/s, w T = 0.095. Within the
// contact the scheme keeps an energy of its own; what a bounce gains or loses depends on where within a step
// the contact begins and ends, and is of the order (w T)^3 / 24 = 4e-5 of the energy of the fall. The
// tolerance is some of that, for ten bounces too, since it does not add up. Were the velocity at the end of a
// step taken for that of the two-step scheme, each bounce would add 2 g T / v = 0.8 %: 8 % in ten.
TEST(NetworkBodies, ABallThatBouncesOnAMassKeepsItsEnergy) {
    auto simulation = simulationOf(ballAboveAPost());
    const double begin = energyOf(simulation), fall = g * 0.25;
    double last = begin;
    std::size_t bounces = 0;
    bool touched = false;
    while (bounces < 10) {
        ASSERT_TRUE(simulation.advance().ok());
        ASSERT_LT(simulation.clock().time(simulation.world().step), 4.9);
        const double z = simulation.world().table(solids::bodies_table).read(solids::fields::position)[0].z;
        if (z < 0.2) touched = true;
        if (!touched || z < 0.25) continue;
        touched = false;
        ++bounces;
        EXPECT_NEAR(energyOf(simulation) / fall, last / fall, 1e-4) << "bounce " << bounces;
        last = energyOf(simulation);
    }
    EXPECT_NEAR(last / fall, begin / fall, 2e-4);
}

// In flight a body has the velocity at the end of each step, and its path is the parabola, before and after
// a bounce.
TEST(NetworkBodies, ABodyFliesOnParabolasBetweenBounces) {
    auto simulation = simulationOf(ballAboveAPost());
    std::vector<double> flight;
    std::size_t flights = 0;
    const double dt = simulation.clock().dt();
    while (flights < 3) {
        ASSERT_TRUE(simulation.advance().ok());
        const auto& bodies = simulation.world().table(solids::bodies_table);
        const double z = bodies.read(solids::fields::position)[0].z;
        if (z < 0.21) {
            flights += flight.empty() ? 0 : 1;
            flight.clear();
            continue;
        }
        flight.push_back(z);
        if (flight.size() < 3) continue;
        const std::size_t n = flight.size() - 1;
        EXPECT_NEAR(flight[n] - 2 * flight[n - 1] + flight[n - 2], -g * dt * dt, 1e-14);
        EXPECT_NEAR((flight[n] - flight[n - 1]) / dt,
                    bodies.read(solids::fields::velocity)[0].z + 0.5 * g * dt, 1e-10);
    }
}

}  // namespace
}  // namespace talus::network
