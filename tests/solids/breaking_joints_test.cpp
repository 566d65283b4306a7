// What joints transmit in the step in which they break. Expected results follow from the definition: an
// impulse of the force that the joint bears over that step, and no more.
#include <cmath>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"
#include "talus/solids/scene.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using test::simulationOf;

constexpr double dt = 2e-3, bears = 1;

const std::string head =
    test::sceneHead("breaking", {.duration = 1, .frame_interval = 0.02, .dt = dt}, {{"steel", 8000}}) +
    "[world]\ngravity = [0, 0, 0]\n";

std::string ball(const char* name, const Vec3d& at, const Vec3d& velocity) {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nmaterial = \"steel\"\nradius = 0.05\nposition = [{}, {}, {}]\n"
        "velocity = [{}, {}, {}]\n",
        name, at.x, at.y, at.z, velocity.x, velocity.y, velocity.z);
}
std::string joint(const char* kind, const char* more) {
    return fmt::format("[[joint]]\nname = \"holds\"\nkind = \"{}\"\nfirst = \"first\"\nbreaks_at = {}\n{}\n",
                       kind, bears, more);
}

BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}
Rigid rigidAt(const scene::Simulation& simulation, std::size_t row) {
    return rigidOf(simulation.scene(), in(simulation.scene()).bodies[row]);
}

// A ball of 4 kg at 2 m/s would be stopped by 2,000 N. The tolerance is round-off.
TEST(BreakingJoints, TransmitWhatTheyBear) {
    for (const char* which : {"ball", "fixed", "hinge", "rope", "slider", "spring"}) {
        const std::string kind = which;
        const bool two_points = kind == "rope" || kind == "spring";
        std::string more = "point = [0, 0, 0]\n";
        if (two_points) more += "end = [-0.5, 0, 0]\n";
        if (kind == "spring") more += "stiffness = 1e9\n";
        if (kind == "slider") more += "axis = [0, 0, 1]\n";
        auto simulation =
            simulationOf(head + ball("first", {0, 0, 0}, {2, 0, 0}) + joint(which, more.c_str()));
        const double mass = rigidAt(simulation, 0).mass;
        ASSERT_TRUE(simulation.advance().ok()) << kind;
        const state::Table& joints = simulation.world().table(joints_table);
        EXPECT_EQ(joints.read(fields::broken)[0], 1) << kind;
        EXPECT_NEAR(joints.read(fields::joint_force)[0].x, -bears, 1e-9) << kind;
        EXPECT_NEAR(bodyAt(simulation, 0).velocity.x, 2 - bears * dt / mass, 1e-12) << kind;
        ASSERT_TRUE(simulation.advance().ok()) << kind;
        EXPECT_EQ(length(joints.read(fields::joint_force)[0]), 0) << kind;
        EXPECT_NEAR(bodyAt(simulation, 0).velocity.x, 2 - bears * dt / mass, 1e-12) << kind;
    }
}

// Between two bodies, held off their centres: the momentum and the angular momentum of both stay, and the one
// at rest gains no more than the joint bears. The tolerance is round-off.
TEST(BreakingJoints, KeepMomentum) {
    for (const char* kind : {"ball", "fixed", "hinge"}) {
        auto simulation = simulationOf(head + ball("first", {0, 0, 0}, {2, 0.5, -1}) +
                                       ball("second", {0, 0.11, 0}, {0, 0, 0}) +
                                       joint(kind, "second = \"second\"\npoint = [0, 0.055, 0.01]\n"));
        const auto momenta = [&] {
            Vec3d linear, angular;
            for (std::size_t b = 0; b < 2; ++b) {
                const Rigid rigid = rigidAt(simulation, b);
                const BodyState body = bodyAt(simulation, b);
                linear += body.velocity * rigid.mass;
                angular += cross(body.position, body.velocity * rigid.mass) + angularMomentum(rigid, body);
            }
            return std::pair(linear, angular);
        };
        const auto before = momenta();
        ASSERT_TRUE(simulation.advance().ok()) << kind;
        const auto after = momenta();
        EXPECT_LT(length(after.first - before.first), 1e-12) << kind;
        EXPECT_LT(length(after.second - before.second), 1e-12) << kind;
        EXPECT_NEAR(length(bodyAt(simulation, 1).velocity) * rigidAt(simulation, 1).mass, bears * dt, 1e-12)
            << kind;
    }
}

// Of the links of a chain with a weight that is thrown, one joint breaks: the one that bears least relieves
// the others.
TEST(BreakingJoints, OneRelievesTheOthers) {
    const auto linked = [](const char* name, const char* first, const char* second, double y, double most) {
        return fmt::format(
            "[[joint]]\nname = \"{}\"\nkind = \"ball\"\nfirst = \"{}\"\nsecond = \"{}\"\n"
            "point = [0, {}, 0]\nbreaks_at = {}\n",
            name, first, second, y, most);
    };
    auto simulation =
        simulationOf(head + ball("first", {0, 0, 0}, {0, -2, 0}) + ball("second", {0, 0.11, 0}, {0, 0, 0}) +
                     ball("third", {0, 0.22, 0}, {0, 0, 0}) + linked("a", "first", "second", 0.055, 20) +
                     linked("b", "second", "third", 0.165, 15));
    ASSERT_TRUE(simulation.advance().ok());
    const auto broken = simulation.world().table(joints_table).read(fields::broken);
    EXPECT_EQ(broken[0], 1);  // it alone parts the weight from the rest
    EXPECT_EQ(broken[1], 0);
    EXPECT_NEAR(bodyAt(simulation, 2).velocity.y * rigidAt(simulation, 2).mass, -0.5 * 20 * dt, 1e-6);
}

}  // namespace
}  // namespace talus::solids
