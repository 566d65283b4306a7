// Joints between bodies, walls and the world, against closed forms.
#include <cmath>
#include <numbers>

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
    return test::sceneHead("joints", {.duration = 60, .frame_interval = 0.02, .dt = dt}, {{"steel", 8000}});
}

std::string ball(const std::string& name, const Vec3d& at, const std::string& more = "") {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nmaterial = \"steel\"\nradius = 0.05\nposition = [{}, {}, {}]\n{}", name,
        at.x, at.y, at.z, more);
}

BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}
Vec3d forceOf(const scene::Simulation& simulation, std::size_t joint) {
    return simulation.world().table(joints_table).read(fields::joint_force)[joint];
}

/// The time of a swing: from one passage through x = 0 to the next but one, over `swings`.
double periodOf(scene::Simulation& simulation, int swings) {
    std::vector<double> passed;
    double before = bodyAt(simulation, 0).position.x, time = 0;
    while (passed.size() < 2 * static_cast<std::size_t>(swings) + 1) {
        if (!simulation.advance().ok()) throw std::runtime_error("the run ended");
        const double now = bodyAt(simulation, 0).position.x, end = simulation.world().time;
        if (before * now < 0) passed.push_back(time + (end - time) * before / (before - now));
        before = now;
        time = end;
    }
    return (passed.back() - passed.front()) / swings;
}

// A ball on a rope from its centre swings as a simple pendulum, 2 pi sqrt(l/g) times 1.001907 at 10 degrees
// and 1.039973 at 45 (series of the elliptic integral). A step of 1 ms leaves 0.1%: the rope is stretched by
// v^2 dt^2 / l in a step, and shortened by a share.
TEST(Joints, ARopeMakesAPendulum) {
    for (const auto& [angle, factor] : {std::pair(10.0, 1.001907), {45.0, 1.039973}}) {
        const double a = angle * std::numbers::pi / 180, length = 0.8;
        const Vec3d at{length * std::sin(a), 0, -length * std::cos(a)};
        auto simulation = simulationOf(head(1e-3) + ball("bob", at) +
                                       fmt::format(R"(
[[joint]]
name = "rope"
kind = "rope"
first = "bob"
point = [{}, 0, {}]
end = [0, 0, 0]
)",
                                                   at.x, at.z));
        const double expected = 2 * std::numbers::pi * std::sqrt(length / g) * factor;
        EXPECT_NEAR(periodOf(simulation, 4), expected, 1e-3 * expected) << angle;
        EXPECT_NEAR(length, talus::length(bodyAt(simulation, 0).position), 1e-3);
    }
}

// A slack rope does nothing: the ball falls freely until it is taut.
TEST(Joints, ASlackRopeDoesNotPull) {
    auto simulation = simulationOf(head(1e-3) + ball("bob", {0, 0, -0.1}) + R"(
[[joint]]
name = "rope"
kind = "rope"
first = "bob"
point = [0, 0, -0.1]
end = [0, 0, 0]
length = 0.5
)");
    runTo(simulation, 0.2);
    EXPECT_NEAR(bodyAt(simulation, 0).position.z, -0.1 - 0.5 * g * 0.04, 1e-9);
    EXPECT_EQ(length(forceOf(simulation, 0)), 0);
    runTo(simulation, 3);
    EXPECT_NEAR(bodyAt(simulation, 0).position.z, -0.5, 2e-3);
}

// A plate on a hinge at one side: 2 pi sqrt(I / (m g d)), I = m (w^2 + h^2) / 12 + m d^2 about the axis.
// Small swings; a step of 1 ms.
TEST(Joints, AHingeMakesAPhysicalPendulum) {
    const double width = 0.1, height = 0.6, d = 0.3, a = 0.05;
    auto simulation =
        simulationOf(head(1e-3) + fmt::format(R"(
[[body]]
name = "plate"
material = "steel"
shape = "box"
size = [{0}, 0.4, {1}]
position = [{2}, 0, {3}]
rotation = [0, {4}, 0]
[[joint]]
name = "hinge"
kind = "hinge"
first = "plate"
point = [0, 0, 0]
axis = [0, 2, 0]
)",
                                              width, height, -d * std::sin(a), -d * std::cos(a), a));
    const double inertia = (width * width + height * height) / 12 + d * d;
    const double expected = 2 * std::numbers::pi * std::sqrt(inertia / (g * d)) * (1 + a * a / 16);
    EXPECT_NEAR(periodOf(simulation, 4), expected, 2e-3 * expected);
    EXPECT_NEAR(bodyAt(simulation, 0).position.y, 0, 1e-6);
    EXPECT_NEAR(bodyAt(simulation, 0).rotation.y.y, 1, 1e-9);
}

// The force of a joint that holds a ball at rest is its weight; it breaks where that is too much.
TEST(Joints, CarryAWeightUntilTheyBreak) {
    const double weight = 8000 * 4.0 / 3 * std::numbers::pi * std::pow(0.05, 3) * g;
    const auto run = [&](const char* kind, double breaks_at) {
        const std::string between = kind == std::string("rope") ? "end = [0, 0, 0.4]\n" : "";
        auto simulation = simulationOf(head(2e-3) + ball("weight", {0, 0, 0}) +
                                       fmt::format("[[joint]]\nname = \"holds\"\nkind = \"{}\"\nfirst = "
                                                   "\"weight\"\npoint = [0, 0, 0]\nbreaks_at = {}\n{}",
                                                   kind, breaks_at, between));
        runTo(simulation, 1);
        return std::pair(forceOf(simulation, 0), bodyAt(simulation, 0).position.z);
    };
    for (const char* kind : {"ball", "fixed", "rope"}) {
        const auto [force, z] = run(kind, 1.05 * weight);
        EXPECT_NEAR(force.z, weight, 1e-3 * weight) << kind;
        EXPECT_NEAR(z, 0, 1e-3) << kind;
        EXPECT_LT(run(kind, 0.95 * weight).second, -4) << kind;
    }
}

// What a joint held together does not collide, until the joint breaks. A broken joint has no load.
TEST(Joints, BrokenOnesLetTheirBodiesCollide) {
    const std::string floor = "[[wall]]\nname = \"floor\"\nmaterial = \"steel\"\n";
    for (const char* more : {"kind = \"ball\"\n", "kind = \"rope\"\nend = [0, 0, 0.35]\n",
                             "kind = \"spring\"\nend = [0, 0, 0.35]\nstiffness = 1e5\n"}) {
        const auto run = [&](double breaks_at) {
            auto simulation =
                simulationOf(head(2e-3) + floor + ball("weight", {0, 0, 0.15}) +
                             fmt::format("[[joint]]\nname = \"holds\"\nfirst = \"weight\"\nsecond = "
                                         "\"floor\"\npoint = [0, 0, 0.15]\nbreaks_at = {}\n{}",
                                         breaks_at, more));
            runTo(simulation, 1);
            return std::pair(bodyAt(simulation, 0).position.z, length(forceOf(simulation, 0)));
        };
        const auto [held, load] = run(100);
        EXPECT_NEAR(held, 0.15, 1e-3) << more;
        EXPECT_GT(load, 30) << more;
        const auto [fallen, none] = run(10);
        EXPECT_NEAR(fallen, 0.05, 1e-3) << more;
        EXPECT_EQ(none, 0) << more;
    }
}

// A motor keeps its speed up, and a slider stops at its limit.
TEST(Joints, MotorsAndLimits) {
    auto simulation = simulationOf(head(2e-3) + "[world]\ngravity = [0, 0, 0]\n" + ball("wheel", {0, 0, 0}) +
                                   ball("cart", {1, 0, 0}) + R"(
[[joint]]
name = "axle"
kind = "hinge"
first = "wheel"
point = [0, 0, 0]
axis = [0, 1, 0]
lower = -0.2
upper = 0.5
speed = 3
strength = 10
[[joint]]
name = "rail"
kind = "slider"
first = "cart"
point = [1, 0, 0]
axis = [0, 0, 1]
upper = 0.3
speed = 0.5
strength = 50
)");
    runTo(simulation, 0.14);
    EXPECT_NEAR(bodyAt(simulation, 0).spin.y, 3, 1e-3);
    EXPECT_NEAR(bodyAt(simulation, 1).velocity.z, 0.5, 1e-3);
    runTo(simulation, 2);
    EXPECT_NEAR(bodyAt(simulation, 1).position.z, 0.3, 2e-3);
    EXPECT_NEAR(bodyAt(simulation, 1).position.x, 1, 1e-4);
    EXPECT_NEAR(rotationVector(bodyAt(simulation, 0).rotation).y, 0.5, 2e-3);
}

// A ball on a spring: w = sqrt(k/m). The step is implicit, so each shortens the swing by sqrt(1 + (w h)^2).
TEST(Joints, ASpringSwings) {
    const double mass = 8000 * 4.0 / 3 * std::numbers::pi * std::pow(0.05, 3), k = 400, h = 1e-3;
    auto simulation = simulationOf(head(h) + "[world]\ngravity = [0, 0, 0]\n" + ball("bob", {0.6, 0, 0}) +
                                   fmt::format(R"(
[[joint]]
name = "spring"
kind = "spring"
first = "bob"
point = [0.6, 0, 0]
end = [-1.5, 0, 0]
length = 1.5
stiffness = {}
)",
                                               k));
    const double w = std::sqrt(k / mass), expected = 2 * std::numbers::pi / w;
    EXPECT_NEAR(periodOf(simulation, 3), expected, 2e-3 * expected);
    const double swung = std::hypot(bodyAt(simulation, 0).position.x, bodyAt(simulation, 0).velocity.x / w);
    const double steps = std::round(simulation.world().time / h);
    EXPECT_NEAR(swung, 0.6 * std::pow(1 + w * w * h * h, -0.5 * steps), 0.01 * 0.6);
}

}  // namespace
}  // namespace talus::solids
