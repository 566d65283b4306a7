// All kinds of links and grains in one scene: any number of threads and a resumed run give the same bits.
#include <gtest/gtest.h>

#include "tests/network/networks.h"
#include "tests/support/same_bits.h"

namespace talus::network {
namespace {

using test::runTo;
using test::simulationOf;

const char* const pour = R"(
[[material]]
name = "stone"
[[wall]]
name = "floor"
material = "stone"
[[masses]]
name = "triples"
layout = "none"
points = [[0, 0, 0], [0.06, 0, 0], [0.03, 0, 0.05]]
mass = 0.2
[[masses]]
name = "lattice"
layout = "grid"
from = [-0.3, 0, 0.2]
to = [0.3, 0, 0.5]
spacing = 0.1
mass = 0.3
[[mass_source]]
name = "above"
masses = "triples"
shape = "line"
from = [-0.3, 0, 0.8]
to = [0.3, 0, 0.8]
velocity = [0, 0, -1]
rate = 60
[[link]]
name = "within"
kind = "spring"
pairs = "grain"
between = ["triples"]
length = 0.06
stiffness = 4000
damping = 2
[[link]]
name = "edges"
kind = "spring"
pairs = "edges"
between = ["lattice"]
stiffness = 2000
damping = 1
[[link]]
name = "touch"
between = ["triples"]
length = 0.06
stiffness = 4000
damping = 2
[[link]]
name = "meet"
kind = "friction"
between = ["triples", "lattice"]
length = 0.06
stiffness = 4000
friction_damping = 3
[[link]]
name = "law"
kind = "formula"
force = "d < 0.05 ? k*(0.05-d) : 0"
reach = 0.05
stiffness = 3000
between = ["triples", "floor"]
[[link]]
name = "stand"
between = ["lattice", "floor"]
length = 0.05
stiffness = 4000
damping = 3
)";

TEST(Network, SameBitsByThreadsAndFromASnapshot) {
    const std::string text = head("rate = 1000\ndimensions = 2", "[0, 0, -9.81]", 2) + pour;
    test::expectSameBits(text, 1);
    auto simulation = simulationOf(text);
    runTo(simulation, 1);
    EXPECT_GT(massesOf(simulation).size(), 28u + 3 * 20);
    // Nothing left the plane.
    for (const Vec3d& p : massesOf(simulation).read(fields::position)) EXPECT_EQ(p.y, 0);
}

}  // namespace
}  // namespace talus::network
