// Bodies that get into what they do not meet end a run; what they do meet, or pass by, does not.
#include "talus/couple/bodies/overlaps.h"

#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::couple {
namespace {

using test::simulationOf;

std::string sceneWith(const std::string& more) {
    return test::sceneHead("bodies", {.frame_interval = 0.1, .dt = 1e-3}, {{"stone"}}) + more;
}

/// Steps to a time; the trouble of the step that ends the run, or "".
std::string troubleUntil(scene::Simulation& simulation, double time) {
    while (simulation.clock().time(simulation.world().step) < time) {
        const step::StepReport report = simulation.advance();
        if (!report.ok()) return report.trouble->what;
    }
    return "";
}

// A grain far away, so that the check leaves what happens to the run.
const std::string grain = R"(
[[grain]]
material = "stone"
radius = 0.05
position = [50, 0, 100]
[[contact]]
between = ["stone", "stone"]
law = "linear"
stiffness = 5e4
)";

std::string ball(const char* name, const std::string& position, const std::string& more = "") {
    return fmt::format("[[body]]\nname = \"{}\"\nmaterial = \"stone\"\nradius = 0.1\nposition = {}\n{}", name,
                       position, more);
}

/// A cube of 0.2 m.
std::string block(const char* name, const std::string& position, const std::string& more = "") {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nmaterial = \"stone\"\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\n"
        "position = {}\n{}",
        name, position, more);
}

const std::string floor_wall = "[[wall]]\nname = \"floor\"\nmaterial = \"stone\"\n";

// A line ends at 0.95 of the way to the surface, wherever that is: it lies in the solid.
TEST(Overlaps, InnerLinesEndInsideTheSolid) {
    const geometry::Box box{{-1, -2, -3}, {1, 2, 3}};
    for (const Inner& line : innerLines(geometry::Solid(box)))
        EXPECT_TRUE(std::abs(line.to.x) <= 0.95 && std::abs(line.to.y) <= 1.9 && std::abs(line.to.z) <= 2.85);
    for (const Inner& line : innerLines(geometry::Solid(geometry::Sphere{{}, 2})))
        EXPECT_NEAR(length(line.to), 1.9, 1e-12);
    for (const Inner& line : innerLines(geometry::Solid(geometry::Rod{2, 0.5}))) {
        EXPECT_LE(std::abs(line.to.z), 0.95 + 1e-12);
        EXPECT_LE(std::hypot(line.to.x, line.to.y), 0.475 + 1e-12);
    }
    EXPECT_FALSE(innerLines(geometry::Solid(geometry::Capsule{{0, 0, -1}, {0, 0, 1}, 0.5})).empty());
}

// They touch after 0.9 s. The run ends one step after they overlap by 0.05 of a radius: within 10 mm of path.
TEST(Overlaps, TwoFreeBallsEndTheRun) {
    auto simulation = simulationOf(sceneWith(grain + "[world]\ngravity = [0, 0, 0]\n" +
                                             ball("left", "[-1, 0, 0]", "velocity = [1, 0, 0]\n") +
                                             ball("right", "[1, 0, 0]", "velocity = [-1, 0, 0]\n")));
    EXPECT_EQ(troubleUntil(simulation, 0.899), "");
    EXPECT_THAT(troubleUntil(simulation, 0.92),
                testing::HasSubstr("free [[body]] 'left' is inside of [[body]] 'right'"));
}

// z = 1 - g t^2/2, and the lower side is 0.1 below: it reaches the floor at 0.428 s, and is 5 mm in at 0.430
// s.
TEST(Overlaps, ABlockEndsTheRunAtTheFloor) {
    auto simulation = simulationOf(sceneWith(grain + floor_wall + block("block", "[0, 0, 1]")));
    EXPECT_EQ(troubleUntil(simulation, 0.428), "");
    EXPECT_THAT(troubleUntil(simulation, 0.433),
                testing::HasSubstr("free [[body]] 'block' is inside of [[wall]] 'floor'"));
}

// Balls bounce off walls and prescribed bodies. Bodies that fly past each other a hundredth of their size
// apart do not meet, nor does a block that passes by the edge of a plate.
TEST(Overlaps, BouncesAndNearMissesDoNotEndTheRun) {
    auto simulation = simulationOf(sceneWith(grain + floor_wall + ball("ball", "[-1, 0, 0.5]") +
                                             block("anvil", "[-1, 0, 0.1]", "motion = \"prescribed\"\n") +
                                             block("block", "[0.6, 0, 4.5]") + R"(
[[wall]]
name = "shelf"
material = "stone"
shape = "rectangle"
corner = [0.702, -1, 2]
edge_u = [1, 0, 0]
edge_v = [0, 2, 0]
[[body]]
name = "rod"
material = "stone"
shape = "cylinder"
radius = 0.05
length = 0.4
position = [0.448, 0, 4.5]
velocity = [0, 0, 0.5]
)"));
    EXPECT_EQ(troubleUntil(simulation, 0.8), "");
}

}  // namespace
}  // namespace talus::couple
