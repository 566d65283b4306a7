// Masses and free bodies act on each other.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "talus/environment/bodies/last_step.h"
#include "talus/environment/wall_impulses.h"
#include "talus/solids/fields.h"
#include "tests/network/networks.h"
#include "tests/support/same_bits.h"

namespace talus::network {
namespace {

using test::runTo;
using test::simulationOf;

/// A body of 3 kg in free space, and masses: one that the body carries, held to a free one by a spring, and
/// one that flies against it.
std::string bodyAndMasses(const char* carried) {
    return head("rate = 2000", "[0, 0, 0]", 4) + block(3, "position = [0, 0, 0]") + hook(carried) +
           spring("spring", "hook", "free", "length = 0.5\nstiffness = 80") + R"(
[[masses]]
name = "free"
positions = [[0, 0, 0.6]]
mass = 1.5
[[masses]]
name = "ball"
positions = [[1, 0, 0.03]]
velocity = [-2, 0, 0]
mass = 0.5
[[link]]
name = "touch"
between = ["ball", "block"]
length = 0.05
stiffness = 4000
damping = 3
)";
}

struct Sums {
    Vec3d momentum;
    double free = 0, ball = 0;
};
Sums sumsOf(const scene::Simulation& simulation) {
    const auto v = massesOf(simulation).read(fields::velocity);
    const Vec3d block = simulation.world().table(solids::bodies_table).read(solids::fields::velocity)[0];
    Vec3d momentum = block * 3.0 + v[1] * 1.5 + v[2] * 0.5;
    // What the body takes only in its next step.
    for (const Vec3d& left :
         simulation.world().table(environment::wall_impulses_table).read(environment::fields::wall_impulse))
        momentum += left;
    return {momentum, v[1].z, v[2].x};
}

// Momentum of the masses and the body together stays that of the ball at the start, -1 kg m/s along x, to
// rounding: the spring pulls at the body, which turns since the ball hits it beside its centre.
TEST(NetworkBodies, MomentumGoesFromMassesToBodies) {
    auto simulation = simulationOf(bodyAndMasses("[0, 0, 0.1]"));
    runTo(simulation, 1.5);
    const Sums sums = sumsOf(simulation);
    EXPECT_NEAR(sums.momentum.x, -1, 1e-12);
    EXPECT_NEAR(sums.momentum.y, 0, 1e-12);
    EXPECT_GT(sums.ball, 0.2);  // it has bounced off
}

// A body and a mass on a spring swing against each other with w = sqrt(k (1/m + 1/M)) = sqrt(80) 1/s: k = 80,
// m = 1.5, M = 3. The hook is in the centre of the body, so that the spring is 0.1 m longer than at rest.
TEST(NetworkBodies, ABodyOnASpringSwingsAtTheFrequencyOfTheReducedMass) {
    std::string text = bodyAndMasses("[0, 0, 0]");
    text.replace(text.find("[[1, 0, 0.03]]"), 14, "[[9, 0, 0.03]]");
    auto simulation = simulationOf(text);
    std::vector<double> crossings;
    double last = 0;
    while (crossings.size() < 5) {
        ASSERT_TRUE(simulation.advance().ok());
        const double now = sumsOf(simulation).free, time = simulation.clock().time(simulation.world().step);
        ASSERT_LT(time, 3.9);
        if (last != 0 && last * now < 0)
            crossings.push_back(time - now / (now - last) * simulation.clock().dt());
        last = now;
    }
    const double half = (crossings[4] - crossings[0]) / 4, period = std::numbers::pi / std::sqrt(80.0);
    // The body takes each impulse in its next step, half a millisecond later: an error of the order of w T.
    EXPECT_NEAR(half / period, 1, 2e-3);
}

// A checkpoint may hold anything: all columns that networks add for bodies are checked.
TEST(NetworkBodies, TheStateOfBodiesIsChecked) {
    auto simulation = simulationOf(bodyAndMasses("[0, 0, 0.1]"));
    EXPECT_TRUE(simulation.checked().unchecked().empty());
    simulation.world()
        .table(environment::wall_last_steps_table)
        .write(environment::fields::wall_last_step)[0] = 3;
    EXPECT_FALSE(simulation.checked().ok());
}

TEST(NetworkBodies, SameBitsByThreadsAndFromASnapshot) {
    test::expectSameBits(bodyAndMasses("[0.1, 0, 0.1]"), 1);
}

}  // namespace
}  // namespace talus::network
