// Joints under load: motors, limits, and chains with heavy weights; what the check says of them.
#include <cmath>

#include <gmock/gmock.h>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using test::runTo;
using test::simulationOf;

constexpr double g = 9.81;

const std::string head = test::sceneHead("loads", {.duration = 60, .frame_interval = 0.02}, {{"iron", 7800}});

BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}
double forceOf(const scene::Simulation& simulation, std::size_t joint) {
    return length(simulation.world().table(joints_table).read(fields::joint_force)[joint]);
}

/// An arm of 1 m and 4 kg along x, on a hinge about y at its end.
std::string arm(const std::string& more) {
    return head + R"(
[[body]]
name = "arm"
material = "iron"
shape = "box"
size = [1, 0.05, 0.05]
mass = 4
position = [0.5, 0, 0]
[[joint]]
name = "axle"
kind = "hinge"
first = "arm"
point = [0, 0, 0]
axis = [0, -1, 0]
)" + more;
}

// A motor gives its strength and no more: without gravity the arm speeds up by M / I, with I = m (l^2 + w^2)
// / 12 + m l^2 / 4; with gravity a motor of 2 N m does not lift what needs 19.6, and one of 25 does.
TEST(Loads, AHingeMotorHasItsStrength) {
    auto turns = simulationOf(arm("speed = 10\nstrength = 2\n[world]\ngravity = [0, 0, 0]\n"));
    runTo(turns, 1);
    const double inertia = 4 * (1 + 0.05 * 0.05) / 12 + 4 * 0.25;
    EXPECT_NEAR(-bodyAt(turns, 0).spin.y, 2 / inertia, 0.01 * 2 / inertia);
    auto falls = simulationOf(arm("speed = 1\nstrength = 2\n"));
    runTo(falls, 0.2);
    EXPECT_LT(bodyAt(falls, 0).position.z, -0.1);
    auto rises = simulationOf(arm("speed = 1\nstrength = 25\n"));
    runTo(rises, 0.5);
    EXPECT_GT(bodyAt(rises, 0).position.z, 0.1);
}

// A motor that is too weak leaves a body at the stop of its slider.
TEST(Loads, AWeakMotorRestsAtTheStop) {
    auto simulation = simulationOf(head + R"(
[[body]]
name = "weight"
material = "iron"
shape = "box"
size = [0.2, 0.2, 0.2]
mass = 10
position = [0, 0, 1]
[[joint]]
name = "rail"
kind = "slider"
first = "weight"
point = [0, 0, 1]
axis = [0, 0, 1]
lower = -0.1
speed = 0.5
strength = 50
)");
    runTo(simulation, 1);
    for (int n = 0; n < 50; ++n) {
        ASSERT_TRUE(simulation.advance().ok());
        EXPECT_NEAR(bodyAt(simulation, 0).position.z, 0.9, 1e-3);
        EXPECT_NEAR(bodyAt(simulation, 0).velocity.z, 0, 1e-6);
    }
    EXPECT_NEAR(forceOf(simulation, 0), 10 * g, 1e-3 * 10 * g);
}

/// What the check says of a scene with two boxes and these tables.
std::string saidOf(const std::string& more, const std::string& of_second = "") {
    const std::string text =
        head +
        "[[body]]\nname = \"a\"\nmaterial = \"iron\"\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\n"
        "position = [0, 0, 0.5]\n"
        "[[body]]\nname = \"b\"\nmaterial = \"iron\"\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\n"
        "position = [0, 0, 0.1]\n" +
        of_second + "\n[[joint]]\nname = \"j\"\nfirst = \"a\"\npoint = [0, 0, 0.3]\n" + more;
    return scene::readScene(text, "scene.toml", {}, scene::Machine{}).diagnostics.format("scene.toml", text);
}

TEST(Loads, WhatCannotBeIsSaid) {
    using testing::HasSubstr;
    EXPECT_EQ(saidOf("kind = \"hinge\"\nlower = -0.5\nupper = 0.5\nspeed = 1\nstrength = 1\n"), "");
    EXPECT_THAT(saidOf("kind = \"hinge\"\nlower = 0.5\nupper = 1\n"), HasSubstr("below its lower limit"));
    EXPECT_THAT(saidOf("kind = \"slider\"\nupper = -0.5\n"), HasSubstr("above its upper limit"));
    EXPECT_THAT(saidOf("kind = \"hinge\"\nspeed = 1\n"), HasSubstr("no motor"));
    EXPECT_THAT(saidOf("second = \"b\"\n", "enters = 0.2"), HasSubstr("moves away"));
    EXPECT_THAT(saidOf("kind = \"fixed\"\n[[joint]]\nname = \"k\"\nkind = \"fixed\"\nfirst = \"a\"\n"
                       "point = [0, 0, 0.5]\n"),
                HasSubstr("holds 'a' fast, and so does this one"));
}

}  // namespace
}  // namespace talus::solids
