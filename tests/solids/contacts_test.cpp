// Bodies that lie, bounce and turn on others.
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

std::string head(double dt = 0) {
    return test::sceneHead("contacts", {.duration = 60, .frame_interval = 0.02, .dt = dt}, {{"stone", 2700}});
}
const std::string floor_plane = "[[wall]]\nname = \"floor\"\nmaterial = \"stone\"\n";

/// @param shape its keys: shape, position and the like
std::string bodyOf(const std::string& name, const std::string& shape) {
    return fmt::format("[[body]]\nname = \"{}\"\nmaterial = \"stone\"\n{}\n", name, shape);
}
BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}

/// After a second bodies are where they were, to a share of their size, and at rest.
void expectRest(const std::string& bodies, double size, double tolerance = 0.005) {
    auto simulation = simulationOf(head() + floor_plane + bodies);
    const std::size_t count = simulation.world().table(bodies_table).size();
    std::vector<BodyState> start;
    for (std::size_t b = 0; b < count; ++b) start.push_back(bodyAt(simulation, b));
    runTo(simulation, 1);
    for (std::size_t b = 0; b < count; ++b) {
        const BodyState now = bodyAt(simulation, b);
        EXPECT_LT(length(now.position - start[b].position), tolerance * size) << b << bodies;
        EXPECT_LT(length(now.velocity), 1e-3) << b << bodies;
        EXPECT_LT(length(now.spin) * size, 1e-3) << b << bodies;
    }
}

// What meets straight on without gravity has no direction of sliding; what round-off leaves of one is along
// the normal. Equal balls with e = 1 exchange velocities, to the solver's tolerance (1e-4 units/s of 0.05 m).
TEST(Contacts, StraightOnWithoutGravity) {
    for (const Vec3d& along : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}, Vec3d{0.6, 0, 0.8}})
        for (double from = -0.2; from > -0.22; from -= 0.001) {
            const auto at = [&](const char* key, double s) {
                return fmt::format("{} = [{}, {}, {}]\n", key, along.x * s, along.y * s, along.z * s);
            };
            const std::string same = "radius = 0.05\nrestitution = 1\nfriction = 0.5\n";
            auto simulation = simulationOf(head(1.0 / 300) + "[world]\ngravity = [0, 0, 0]\n" +
                                           bodyOf("first", same + at("position", from) + at("velocity", 1)) +
                                           bodyOf("second", same + at("position", 0.1)));
            runTo(simulation, 0.5);
            EXPECT_NEAR(dot(bodyAt(simulation, 0).velocity, along), 0, 1e-5) << along.x << ' ' << from;
            EXPECT_NEAR(dot(bodyAt(simulation, 1).velocity, along), 1, 1e-5) << along.x << ' ' << from;
        }
}

// A coin, cylinders that lie and stand, and a capsule rest on a plane; coins on each other.
TEST(Contacts, RoundShapesRestOnPlanes) {
    expectRest(
        bodyOf("coin", "shape = \"cylinder\"\nradius = 0.05\nlength = 0.006\nposition = [0, 0, 0.003]"),
        0.006);
    expectRest(bodyOf("drum", "shape = \"cylinder\"\nradius = 0.05\nlength = 0.2\nposition = [0, 0, 0.1]"),
               0.1);
    expectRest(bodyOf("log",
                      "shape = \"cylinder\"\nradius = 0.05\nlength = 0.2\nposition = [0, 0, 0.05]\n"
                      "rotation = [0, 1.5707963267948966, 0]"),
               0.1);
    expectRest(bodyOf("pill",
                      "shape = \"capsule\"\nradius = 0.05\nlength = 0.2\nposition = [0, 0, 0.05]\n"
                      "rotation = [0, 1.5707963267948966, 0]"),
               0.1);
    std::string coins;
    for (int k = 0; k < 6; ++k)
        coins +=
            bodyOf(fmt::format("c{}", k),
                   fmt::format("shape = \"cylinder\"\nradius = 0.05\nlength = 0.01\nposition = [0, 0, {}]",
                               0.005 + 0.01 * k));
    expectRest(coins, 0.01);
}

// A slab on four balls rolls away unless the contacts of balls and boxes are along the normals of the boxes.
TEST(Contacts, ASlabOnBallsStays) {
    std::string text;
    for (const char* at :
         {"[0.2, 0.2, 0.01]", "[-0.2, 0.2, 0.01]", "[0.2, -0.2, 0.01]", "[-0.2, -0.2, 0.01]"})
        text += bodyOf(fmt::format("b{}", text.size()),
                       fmt::format("radius = 0.01\nposition = {}\nmass = 1", at));
    expectRest(text + bodyOf("slab",
                             "shape = \"box\"\nsize = [0.6, 0.6, 0.05]\nposition = [0, 0, 0.045]\n"
                             "mass = 10"),
               0.01, 0.001);
}

// What is a thousand times as heavy does not press what is below it into the floor.
TEST(Contacts, ALightBodyCarriesAHeavyOne) {
    std::string text;
    int k = 0;
    for (const double mass : {1.0, 30.0, 1.0, 1000.0}) {
        text += bodyOf(fmt::format("b{}", k), fmt::format("shape = \"box\"\nsize = [0.2, 0.2, 0.1]\n"
                                                          "position = [0, 0, {}]\nmass = {}",
                                                          0.05 + 0.1 * k, mass));
        ++k;
    }
    expectRest(text, 0.1);
}

// A ball that bounces with e = 1 keeps its energy to 1%, over ten bounces; one with e = 0.9 rises to 0.81 of
// its height.
TEST(Contacts, BouncesKeepTheirEnergy) {
    auto simulation = simulationOf(
        head() + floor_plane + bodyOf("one", "radius = 0.05\nposition = [0, 0, 0.55]\nrestitution = 1") +
        bodyOf("less", "radius = 0.05\nposition = [1, 0, 0.55]\nrestitution = 0.9"));
    runTo(simulation, 0.45);
    double top = 0;
    while (bodyAt(simulation, 1).velocity.z > 0) {
        top = bodyAt(simulation, 1).position.z - 0.05;
        ASSERT_TRUE(simulation.advance().ok());
    }
    EXPECT_NEAR(top, 0.81 * 0.5, 0.02 * 0.81 * 0.5);
    runTo(simulation, 6.4);
    const BodyState ball = bodyAt(simulation, 0);
    EXPECT_NEAR(ball.position.z - 0.05 + ball.velocity.z * ball.velocity.z / (2 * g), 0.5, 0.01 * 0.5);
}

// A box that friction holds on a turntable stays at its distance from the axis.
TEST(Contacts, ABoxStaysOnATurntable) {
    auto simulation =
        simulationOf(head() +
                     bodyOf("table",
                            "shape = \"cylinder\"\nradius = 1\nlength = 0.1\nposition = [0, 0, 0.5]\n"
                            "motion = \"prescribed\"") +
                     "[[motion]]\nwall = \"table\"\nkind = \"rotate\"\naxis = [0, 0, 1]\nrate = 3\n" +
                     bodyOf("box",
                            "shape = \"box\"\nsize = [0.08, 0.08, 0.04]\nposition = [0.4, 0, 0.57]\n"
                            "velocity = [0, 1.2, 0]\nspin = [0, 0, 3]\nfriction = 0.6"));
    runTo(simulation, 2);
    const Vec3d at = bodyAt(simulation, 1).position;
    EXPECT_NEAR(std::hypot(at.x, at.y), 0.4, 1e-3);
}

// A ball that bounces on the triangles of flat ground gets no velocity along it.
TEST(Contacts, ABallFeelsNoEdgesOfFlatGround) {
    for (const double height : {0.9, 0.8, 0.7, 0.6, 0.5}) {
        auto simulation = simulationOf(
            head(5e-4) +
            "[ground]\nmaterial = \"stone\"\ncorner = [-1, -1, 0]\nsize = [2, 2]\nspacing = 0.1\n" +
            bodyOf("ball",
                   fmt::format("radius = 0.1\nposition = [0.03, 0.02, {}]\nrestitution = 0.6", height)));
        runTo(simulation, 1.5);
        EXPECT_LT(std::abs(bodyAt(simulation, 0).velocity.x), 1e-9) << height;
    }
}

}  // namespace
}  // namespace talus::solids
