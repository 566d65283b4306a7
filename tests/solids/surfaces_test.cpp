// Friction and restitution of bodies, walls and ground: from their materials, by the rules of grains.
#include <cmath>

#include <gtest/gtest.h>

#include "talus/solids/bodies.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

const std::string head = R"(
format = 1
name = "surfaces"
[time]
duration = 2
frame_interval = 0.05
[[material]]
name = "ice"
density = 900
friction = 0.1
restitution = 0.2
[[material]]
name = "rubber"
density = 1100
friction = 0.8
restitution = 0.8
[[material]]
name = "plain"
density = 1000
)";

/// How far a box slides on a floor from 2 m/s [m].
double wayOf(const std::string& material, const std::string& keys, const std::string& floor) {
    auto simulation = test::simulationOf(
        head + floor +
        "[[body]]\nname = \"box\"\nshape = \"box\"\nsize = [0.2, 0.2, 0.1]\nposition = [0, 0, 0.0501]\n" +
        "velocity = [2, 0, 0]\nmaterial = \"" + material + "\"\n" + keys);
    test::runTo(simulation, 1.95);
    return simulation.world().table(bodies_table).read(fields::position)[0].x;
}
std::string plane(const std::string& material) {
    return "[[wall]]\nname = \"floor\"\nmaterial = \"" + material + "\"\n";
}
std::string ground(const std::string& material) {
    return "[ground]\nshape = \"flat\"\ncorner = [-1, -1, 0]\nsize = [4, 2]\nspacing = 0.2\nmaterial = \"" +
           material + "\"\n";
}

// It slides by v^2 / (2 mu g), less v dt / 2 = 4.2 mm by the steps of 1/240 s, in which friction acts
// first. 2 mm: on ground the contacts change from one triangle to the next; 1.4 mm is seen.
TEST(Surfaces, FrictionIsTheSmallerOfTheMaterials) {
    const auto expected = [](double mu) { return 2 * 2 / (2 * mu * 9.81) - 2.0 / 240 / 2; };
    const auto expectWay = [&](double way, double mu) { EXPECT_NEAR(way, expected(mu), 2e-3); };
    for (const auto& floor : {plane, ground}) {
        SCOPED_TRACE(floor(""));
        expectWay(wayOf("rubber", "", floor("rubber")), 0.8);
        expectWay(wayOf("ice", "friction = 0.6\n", floor("ice")), 0.6);
        expectWay(wayOf("rubber", "", floor("plain")), 0.8);
        expectWay(wayOf("plain", "", floor("plain")), 0.5);
    }
    // Slides all the time: v t - mu g t^2 / 2.
    EXPECT_NEAR(wayOf("rubber", "", plane("ice")), 2 * 1.95 - 0.5 * 0.1 * 9.81 * 1.95 * 1.95, 0.02);
}

/// The speed with which a ball leaves a floor that it hits with 3 m/s, without gravity [m/s].
double speedAfter(const std::string& material, const std::string& keys, const std::string& floor) {
    auto simulation = test::simulationOf(head + "[world]\ngravity = [0, 0, 0]\n" + plane(floor) +
                                         "[[body]]\nname = \"ball\"\nradius = 0.1\nposition = [0, 0, "
                                         "0.25]\nvelocity = [0, 0, -3]\nmaterial = \"" +
                                         material + "\"\n" + keys);
    test::runTo(simulation, 0.2);
    return simulation.world().table(bodies_table).read(fields::velocity)[0].z;
}

TEST(Surfaces, RestitutionIsTheRootMeanSquareOfTheMaterials) {
    EXPECT_NEAR(speedAfter("rubber", "", "ice"), 3 * std::sqrt(0.5 * (0.04 + 0.64)), 1e-9);
    EXPECT_NEAR(speedAfter("rubber", "", "plain"), 3 * 0.8, 1e-9);
    EXPECT_NEAR(speedAfter("plain", "", "rubber"), 3 * std::sqrt(0.5 * (0.09 + 0.64)), 1e-9);
    EXPECT_NEAR(speedAfter("rubber", "restitution = 0.4\n", "ice"), 3 * 0.4, 1e-9);
}

TEST(Surfaces, OfTwoBodies) {
    const Surface both = between(Surface{0.2, 0.3, true, true}, Surface{0.6, 0.4, false, false});
    EXPECT_EQ(both.friction, 0.2);
    EXPECT_EQ(both.restitution, std::sqrt(0.5 * (0.09 + 0.16)));
}

}  // namespace
}  // namespace talus::solids
