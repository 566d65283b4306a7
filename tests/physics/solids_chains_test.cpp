// Chains of links on ball joints: the catenary, and weights that are much heavier than a link.
#include <cmath>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using test::runTo;
using test::simulationOf;

constexpr double g = 9.81;

std::string head(double dt) {
    return test::sceneHead("chains", {.duration = 60, .frame_interval = 0.02, .dt = dt},
                           {{"steel", 8000}, {"iron", 7800}});
}

BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}
Vec3d forceOf(const scene::Simulation& simulation, std::size_t joint) {
    return simulation.world().table(joints_table).read(fields::joint_force)[joint];
}

// A chain of 24 links of 5 cm hangs between points 1 m apart as a catenary of length 1.2 m: its sag is
// 0.292344 m, and the pull along the ends lambda g a with a = 0.469542 m. A chain of n links differs by some
// 1/n^2. Links swing for a while, so friction in the air is added by a spring without stiffness at the
// middle.
TEST(Chains, HangAsACatenary) {
    constexpr int links = 24;
    const double span = 1, link = 1.2 / links;
    std::string text = head(5e-4);
    // It starts as a triangle: two straight halves.
    const double half = 0.5 * span, sag = std::sqrt(0.36 - half * half);
    const auto at = [&](double n) {
        const double share = n / links;
        return share < 0.5 ? Vec3d{-half + 2 * share * half, 0, -2 * share * sag}
                           : Vec3d{(2 * share - 1) * half, 0, -2 * (1 - share) * sag};
    };
    double mass = 0;
    for (int n = 0; n < links; ++n) {
        const Vec3d a = at(n), b = at(n + 1), middle = (a + b) * 0.5;
        const double angle = -std::atan2(b.z - a.z, b.x - a.x);
        text += fmt::format(
            "[[body]]\nname = \"link{}\"\nmaterial = \"steel\"\nshape = \"box\"\nsize = [{}, 0.01, 0.01]\n"
            "position = [{}, 0, {}]\nrotation = [0, {}, 0]\n",
            n, link, middle.x, middle.z, angle);
        mass += 8000 * link * 1e-4;
    }
    for (int n = 0; n <= links; ++n) {
        const Vec3d p = at(n);
        text += fmt::format(
            "[[joint]]\nname = \"joint{}\"\nkind = \"ball\"\nfirst = \"link{}\"\npoint = [{}, 0, {}]\n", n,
            std::min(n, links - 1), p.x, p.z);
        if (n > 0 && n < links) text += fmt::format("second = \"link{}\"\n", n - 1);
    }
    for (int n = 0; n < links; n += 3)
        text += fmt::format(
            "[[joint]]\nname = \"calm{0}\"\nkind = \"spring\"\nfirst = \"link{0}\"\npoint = [{1}, 0, {2}]\n"
            "end = [{1}, 0, 5]\nstiffness = 0\ndamping = 1\n",
            n, at(n + 0.5).x, at(n + 0.5).z);
    auto simulation = simulationOf(text);
    runTo(simulation, 8);
    // The joint in the middle is between links 11 and 12.
    const BodyState left = bodyAt(simulation, links / 2 - 1), right = bodyAt(simulation, links / 2);
    const double lowest = 0.5 * (left.position.z + right.position.z) -
                          0.25 * link * (std::abs(left.rotation.x.z) + std::abs(right.rotation.x.z));
    EXPECT_LT(length(left.velocity), 1e-3);
    EXPECT_NEAR(-lowest, 0.292344, 0.01 * 0.292344);
    const double pull = mass / 1.2 * g * 0.469542;
    EXPECT_NEAR(std::abs(forceOf(simulation, 0).x), pull, 0.01 * pull);
}

// The chain of HangAsACatenary as one table. It swings; the mean of the forces at its ends is its
// weight, its mean sag that of the catenary to 2 cm. With too low a strength it falls; held at one end it
// hangs down.
TEST(Chains, OfOneTableHangAndBreak) {
    const auto run = [&](const char* more) {
        auto simulation = simulationOf(head(1e-3) + fmt::format(R"(
[[chain]]
name = "chain"
material = "steel"
from = [-0.5, 0, 0]
to = [0.5, 0, 0]
length = 1.2
links = 24
thickness = 0.01
mass_per_length = 2
{})",
                                                                more));
        runTo(simulation, 2);
        return simulation;
    };
    auto hangs = run("");
    const std::size_t joints = hangs.world().table(joints_table).size();
    EXPECT_EQ(joints, 25u);
    Vec3d pull;
    double lowest = 0;
    constexpr double samples = 4000;
    for (int n = 0; n < samples; ++n) {
        ASSERT_TRUE(hangs.advance().ok());
        pull += (forceOf(hangs, joints - 2) + forceOf(hangs, joints - 1)) / samples;
        lowest += bodyAt(hangs, 11).position.z / samples;
    }
    EXPECT_NEAR(pull.z, 2 * 1.2 * g, 0.01 * 2 * 1.2 * g);
    EXPECT_NEAR(lowest, -0.2923, 0.02);
    auto broken = run("breaks_at = 10\n");
    EXPECT_LT(bodyAt(broken, 11).position.z, -1);
    auto free = run("held = \"from\"\n");
    EXPECT_LT(bodyAt(free, 23).position.z, -0.3);
}

// A chain carries 200 times the mass of a link, and 25,000 times: the weight stays at its height, and the
// forces at the ends are the weights below them. What is pushed sideways does not shake the links apart.
TEST(Chains, CarryAHeavyWeight) {
    struct Load {
        int links;
        double mass, push;  // [kg], [m/s]
    };
    for (const auto& [links, mass, push] : {Load{20, 20, 0.1}, {50, 1000, 1e-3}}) {
        auto simulation = simulationOf(
            test::sceneHead("loads", {.duration = 60, .frame_interval = 0.02}, {{"iron", 7800}}) +
            fmt::format(R"(
[[chain]]
name = "chain"
material = "iron"
from = [0, 0, 2]
to = [0, 0, 1]
links = {}
thickness = 0.01
mass_per_length = 2
last = "anvil"
[[body]]
name = "anvil"
material = "iron"
shape = "box"
size = [0.3, 0.3, 0.3]
mass = {}
position = [0, 0, 0.85]
velocity = [{}, 0, 0]
)",
                        links, mass, push));
        const auto joints = static_cast<std::size_t>(links + 1);
        runTo(simulation, 0.3);
        ASSERT_EQ(simulation.world().table(joints_table).size(), joints);
        EXPECT_NEAR(bodyAt(simulation, 0).position.z, 0.85, 2e-3) << links;
        EXPECT_NEAR(length(forceOf(simulation, joints - 2)), (mass + 2) * g, 0.02 * mass * g) << links;
        EXPECT_NEAR(length(forceOf(simulation, joints - 1)), mass * g, 0.02 * mass * g) << links;
    }
}

}  // namespace
}  // namespace talus::solids
