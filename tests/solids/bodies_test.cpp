// Free bodies among walls, rigid ground and grains, run as scenes.
#include "talus/solids/instance.h"

#include <numbers>

#include "talus/geometry/mass.h"
#include "talus/grains/fields.h"
#include "talus/solids/fields.h"
#include "talus/solids/scene.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using test::runTo;
using test::simulationOf;

const std::string head = test::sceneHead("bodies", {.duration = 10, .frame_interval = 0.05}, {{"stone"}});

const std::string fine =
    test::sceneHead("bodies", {.duration = 10, .frame_interval = 0.05, .dt = 5e-4}, {{"stone"}});

BodyState body(const scene::Simulation& simulation, std::size_t row = 0) {
    return bodyIn(simulation.world().table(solids::bodies_table), row);
}

// In free flight the way is the parabola but for round-off, for any step.
TEST(Bodies, FallOnAParabola) {
    auto simulation = simulationOf(head + R"(
[[body]]
name = "ball"
material = "stone"
radius = 0.1
position = [0, 0, 3]
velocity = [1, 0, 2]
spin = [0, 5, 0]
)");
    runTo(simulation, 0.5);
    const BodyState ball = body(simulation);
    EXPECT_NEAR(ball.position.z, 3 + 2 * 0.5 - 0.5 * 9.81 * 0.25, 1e-12);
    EXPECT_NEAR(ball.position.x, 0.5, 1e-12);
    EXPECT_NEAR(ball.velocity.z, 2 - 9.81 * 0.5, 1e-12);
    EXPECT_NEAR(dot(ball.rotation.x, {std::cos(2.5), 0, -std::sin(2.5)}), 1, 1e-12);
}

// From a drop h a ball rises again to e^2 h. A step of 0.5 ms lets it in by up to 2 mm of 0.8 m, from which
// it is lifted out: 1%. Then it bounces less and less, and rests.
TEST(Bodies, BounceAndRest) {
    for (const char* floor : {R"(
[[wall]]
name = "floor"
material = "stone"
)",
                              R"(
[ground]
material = "stone"
corner = [-1, -1, 0]
size = [2, 2]
spacing = 0.1
)"}) {
        auto simulation = simulationOf(fine + floor + R"(
[[body]]
name = "ball"
material = "stone"
radius = 0.1
position = [0.03, 0.02, 0.9]
restitution = 0.6
)");
        runTo(simulation, 0.41);
        ASSERT_GT(body(simulation).velocity.z, 0);
        double top = 0;
        while (body(simulation).velocity.z > 0) {
            top = std::max(top, body(simulation).position.z);
            ASSERT_TRUE(simulation.advance().ok());
        }
        EXPECT_NEAR(top - 0.1, 0.36 * 0.8, 0.01 * 0.8) << floor;
        runTo(simulation, 4);
        EXPECT_NEAR(body(simulation).position.z, 0.1, 1e-4) << floor;
        EXPECT_LT(length(body(simulation).velocity), 1e-9) << floor;
        const double height = body(simulation).position.z;
        runTo(simulation, 4.5);
        EXPECT_EQ(body(simulation).position.z, height);
    }
}

// Down a plane of angle t a ball that grips gains 5/7 g sin t; one that cannot grip gains g (sin t - mu cos
// t), and spins up by the friction alone, 5/2 mu g cos t / R. First order in a step of 0.5 ms over 0.5 s: 1%.
TEST(Bodies, RollDownAPlane) {
    const double t = 0.4;
    const auto run = [&](const std::string& friction) {
        auto simulation = simulationOf(head + R"(
[[wall]]
name = "slope"
material = "stone"
normal = [)" + std::to_string(std::sin(t)) +
                                       ", 0, " + std::to_string(std::cos(t)) + R"(]
[[body]]
name = "ball"
material = "stone"
radius = 0.1
position = [)" + std::to_string(0.1 * std::sin(t)) +
                                       ", 0, " + std::to_string(0.1 * std::cos(t)) + R"(]
friction = )" + friction);
        runTo(simulation, 0.5);
        return body(simulation);
    };
    const BodyState grips = run("0.9"), slips = run("0.05");
    const double expected = 5.0 / 7 * 9.81 * std::sin(t) * 0.5;
    EXPECT_NEAR(length(grips.velocity), expected, 0.01 * expected);
    EXPECT_NEAR(grips.spin.y, expected / 0.1, 0.01 * expected / 0.1);
    const double slides = 9.81 * (std::sin(t) - 0.05 * std::cos(t)) * 0.5;
    EXPECT_NEAR(length(slips.velocity), slides, 0.01 * slides);
    const double turns = 2.5 * 0.05 * 9.81 * std::cos(t) * 0.5 / 0.1;
    EXPECT_NEAR(slips.spin.y, turns, 0.01 * turns);
}

const std::string contact = R"(
[[contact]]
between = ["stone", "stone"]
law = "linear"
stiffness = 1000
shear_stiffness = 200
restitution = 0.8
friction = 0.5
)";

// What grains do to a free body they get back: without gravity momentum and angular momentum of both together
// stay, but for the round-off of 2000 steps in which the body turns, 5e-16 each at most: 1e-12, and ten times
// that is allowed.
TEST(Bodies, GrainsPushThem) {
    for (const char* shape :
         {"shape = \"sphere\"\nradius = 0.01", "shape = \"box\"\nsize = [0.02, 0.03, 0.02]"}) {
        auto simulation = simulationOf(head + contact + R"(
[world]
gravity = [0, 0, 0]
[[grain]]
material = "stone"
radius = 0.006
position = [-0.05, 0.004, 0.003]
velocity = [1, 0, 0]
[[body]]
name = "thing"
material = "stone"
position = [0, 0, 0]
)" + std::string(shape));
        const auto sums = [&] {
            const state::Table& grains = simulation.world().table(grains::grains_table);
            const double m = grains.read(grains::fields::mass)[0], a = 0.006;
            const Vec3d p = grains.read(grains::fields::velocity)[0] * m;
            const Vec3d spin = grains.read(grains::fields::spin)[0] * (0.4 * m * a * a);
            const BodyState thing = body(simulation);
            const bool ball = std::string(shape).find("sphere") != std::string::npos;
            const double mass = 2500 * (ball ? 4.0 / 3 * std::numbers::pi * 1e-6 : 1.2e-5);
            const geometry::MassProperties properties =
                geometry::massPropertiesOf(*solids::in(simulation.scene()).bodies[0].solid);
            const solids::Rigid rigid{mass,
                                      {properties.per_density.x * 2500.0, properties.per_density.y * 2500.0,
                                       properties.per_density.z * 2500.0},
                                      {}};
            return std::pair{p + thing.velocity * mass, cross(grains.read(grains::fields::position)[0], p) +
                                                            spin +
                                                            cross(thing.position, thing.velocity * mass) +
                                                            angularMomentum(rigid, thing)};
        };
        const auto before = sums();
        runTo(simulation, 0.2);
        const auto after = sums();
        EXPECT_GT(body(simulation).velocity.x, 0.05);
        EXPECT_GT(length(body(simulation).spin), 0.5);
        EXPECT_NEAR(length(after.first - before.first), 0, 1e-11 * length(before.first)) << shape;
        EXPECT_NEAR(length(after.second - before.second), 0, 1e-11 * length(before.second)) << shape;
    }
}

// Prescribed bodies go where their motions take them from where they start, and grains see them there: a
// plate that rises carries a grain.
TEST(Bodies, MotionsPrescribe) {
    auto simulation = simulationOf(head + contact + R"(
[[grain]]
material = "stone"
radius = 0.005
position = [0, 0, 0.016]
[[body]]
name = "plate"
material = "stone"
shape = "box"
size = [0.02, 0.1, 0.1]
position = [0, 0, 0]
rotation = [0, "90 deg", 0]
motion = "prescribed"
[[motion]]
wall = "plate"
kind = "translate"
velocity = [0, 0, 0.1]
)");
    runTo(simulation, 1);
    EXPECT_NEAR(body(simulation).position.z, 0.1, 1e-12);
    EXPECT_NEAR(body(simulation).velocity.z, 0.1, 1e-12);
    EXPECT_NEAR(dot(body(simulation).rotation.x, {0, 0, -1}), 1, 1e-12);
    const double grain = simulation.world().table(grains::grains_table).read(grains::fields::position)[0].z;
    EXPECT_NEAR(grain, 0.1 + 0.015, 2e-4);
}

// The same bits for any number of threads, and from a snapshot on.
TEST(Bodies, SameBitsByThreadsAndFromASnapshot) {
    const std::string text = head + contact + R"(
[ground]
material = "stone"
shape = "hills"
corner = [-0.2, -0.2, 0]
size = [0.4, 0.4]
spacing = 0.005
height = "2 cm"
wavelength = "20 cm"
[soil]
[[fill]]
name = "heap"
material = "stone"
min = [-0.03, -0.03, 0.03]
max = [0.03, 0.03, 0.06]
grain_radius = 0.003
[[body]]
name = "ball"
material = "stone"
radius = 0.02
position = [0.01, 0, 0.15]
spin = [0, 20, 5]
[[body]]
name = "block"
material = "stone"
shape = "box"
size = [0.05, 0.03, 0.02]
position = [-0.1, 0.05, 0.08]
rotation = [0.3, 0.4, 0]
)";
    auto one = simulationOf(text, 1), two = simulationOf(text, 2), resumed = simulationOf(text, 2);
    runTo(one, 0.1);
    const state::Snapshot middle = takeSnapshot(one.world());
    ASSERT_TRUE(restore(middle, resumed.world()).ok());
    runTo(one, 0.25);
    runTo(two, 0.25);
    runTo(resumed, 0.25);
    EXPECT_EQ(stateHash(one.world()), stateHash(two.world()));
    EXPECT_EQ(stateHash(one.world()), stateHash(resumed.world()));
}

// The steps of a body get shorter with its speed, down to a limit, where the run stops and says why.
TEST(Bodies, TooFastForAnyStepStopsTheRun) {
    const auto shot = [](const std::string& speed) {
        auto simulation = simulationOf(head +
                                       "[[body]]\nname = \"shot\"\nmaterial = \"stone\"\nradius = 0.01\n"
                                       "position = [0, 0, 1]\nvelocity = [" +
                                       speed + ", 0, 0]\n");
        return simulation.advance(1);
    };
    EXPECT_TRUE(shot("1000").ok());
    const step::StepReport report = shot("1e5");
    ASSERT_FALSE(report.ok());
    EXPECT_THAT(report.trouble->what, ::testing::HasSubstr("body 'shot' moves at 1e+05 m/s"));
}

}  // namespace
}  // namespace talus::solids
