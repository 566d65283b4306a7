// What the check says of links that have no force, and of masses that leave their plane; rest lengths within
// grains; speeds that no mass has.
#include <gmock/gmock.h>

#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::simulationOf;
using ::testing::HasSubstr;

/// A free group of two masses, a fixed one, and a link. @param keys of the link
std::string linked(const std::string& keys) {
    return head("rate = 1000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0], [0, 0, 0.2]]
[[masses]]
name = "f"
kind = "fixed"
positions = [[0, 0, 1]]
[[link]]
name = "link"
)" + keys;
}

TEST(NetworkLinks, WithoutAForceGiveAWarning) {
    EXPECT_THAT(
        said(linked("kind = \"spring\"\npairs = \"list\"\nfirst = [0]\nsecond = [1]\nbetween = [\"a\"]")),
        HasSubstr("neither stiffness nor damping"));
    EXPECT_THAT(said(linked("between = [\"a\", \"f\"]\nlength = 0.1")), HasSubstr("has no stiffness"));
    EXPECT_THAT(said(linked("kind = \"friction\"\nbetween = [\"a\"]\nlength = 0.1\nstiffness = 10")),
                HasSubstr("the link has no friction"));
    const std::string lennard = "kind = \"lennard-jones\"\nbetween = [\"a\"]\nlength = 0.1\n";
    EXPECT_THAT(said(linked(lennard + "reach = 0.3")), HasSubstr("is 0, so that there is no force"));
    EXPECT_THAT(said(linked(lennard + "depth = 1e-4\nreach = 0.05")), HasSubstr("nothing attracts"));
    EXPECT_THAT(said(linked("between = [\"f\"]\nlength = 0.1\nstiffness = 10")),
                HasSubstr("neither end moves freely"));
    EXPECT_EQ(said(linked("between = [\"a\", \"f\"]\nlength = 0.1\nstiffness = 10")), "");
    EXPECT_EQ(said(linked(lennard + "depth = 1e-4\nreach = 0.3")), "");
}

TEST(NetworkLinks, ListsHoldManyPairs) {
    std::string first, second;
    for (int k = 0; k < 5000; ++k) first += "0, ", second += "1, ";
    EXPECT_EQ(
        said(linked("kind = \"spring\"\npairs = \"list\"\nbetween = [\"a\"]\nstiffness = 1e-3\nfirst = [" +
                    first + "]\nsecond = [" + second + "]")),
        "");
}

TEST(NetworkPlane, NothingThatMovesMassesMayLeaveIt) {
    const std::string source = R"(
[[masses]]
name = "a"
layout = "none"
[[mass_source]]
name = "tap"
masses = "a"
shape = "point"
rate = 1
velocity = [0, 1, 0]
)";
    EXPECT_THAT(said(head("dimensions = 2") + source), HasSubstr("leaves the plane of x and z"));
    EXPECT_EQ(said(head("dimensions = 3") + source), "");
    const std::string mass = "[[masses]]\nname = \"a\"\npositions = [[0, 0, 0]]\n";
    EXPECT_THAT(said(head("dimensions = 2", "[0, -9.81, 0]") + mass),
                HasSubstr("feel nothing of the others"));
    EXPECT_EQ(said(head("dimensions = 2", "[0, 0, -9.81]") + mass), "");
}

// Each two points of a grain rest at their own distance: 40, 40 and 80 mm. With one length for all, such as
// 40 mm, the outer two would be pulled together.
TEST(NetworkGrains, KeepTheDistancesOfTheirPoints) {
    auto simulation = simulationOf(head("rate = 1000") + R"(
[[masses]]
name = "rod"
positions = [[0, 0, 0]]
points = [[0, 0, 0], [0.04, 0, 0], [0.08, 0, 0]]
mass = 0.05
velocity = [0, 0, 1]
[[link]]
name = "bond"
kind = "spring"
pairs = "grain"
between = ["rod"]
stiffness = 200
)");
    for (int k = 0; k < 200; ++k) ASSERT_TRUE(simulation.advance().ok());
    const auto at = massesOf(simulation).read(fields::position);
    EXPECT_NEAR(at[1].x - at[0].x, 0.04, 1e-12);
    EXPECT_NEAR(at[2].x - at[0].x, 0.08, 1e-12);
    EXPECT_NEAR(at[2].z, 0.2, 1e-12);
}

// A constant force of 1e11 N on 1 kg passes the speed of light within 3 ms.
TEST(Network, AMassFasterThanLightStopsTheRun) {
    auto simulation = simulationOf(head("rate = 1000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0]]
force = [0, 0, 1e11]
)");
    ASSERT_TRUE(simulation.advance().ok());
    EXPECT_FALSE(simulation.trouble().has_value());
    for (int k = 0; k < 9; ++k) ASSERT_TRUE(simulation.advance().ok());
    ASSERT_TRUE(simulation.trouble().has_value());
    EXPECT_THAT(simulation.trouble()->what, HasSubstr("faster than light"));
}

// Masses have no volume: a probe gives the mean of their velocities, and no density.
TEST(Network, AProbeGivesTheMeanVelocityOfMasses) {
    const std::string text = head("rate = 1000") + R"(
[[masses]]
name = "a"
layout = "grid"
from = [-0.1, -0.1, -0.1]
to = [0.1, 0.1, 0.1]
spacing = 0.05
velocity = [0.3, 0, 0]
)";
    const auto simulation = simulationOf(text);
    const auto probed = simulation.methods().front().instance->probed();
    ASSERT_EQ(probed.size(), 1u);
    const auto reading = probed[0].at(simulation.world(), "velocity", {0, 0, 0}, 0.1);
    EXPECT_NEAR(reading.value.x, 0.3, 1e-12);
    EXPECT_EQ(reading.filled, 1);
    for (const auto& field : probed[0].fields) EXPECT_NE(field.name, "density");
}

// What 0/0 gives is no number, which no largest speed shows.
TEST(Network, AForceThatIsNoNumberIsSaidToBeThat) {
    auto simulation = simulationOf(
        head("rate = 1000") +
        "[[masses]]\nname = \"a\"\npositions = [[0, 0, 0], [0, 0, 0.1]]\n[[link]]\nname = \"l\"\n"
        "kind = \"formula\"\nbetween = [\"a\"]\nlength = 1\nreach = 1\nforce = \"0/0\"\n");
    ASSERT_TRUE(simulation.advance().ok());
    ASSERT_TRUE(simulation.trouble().has_value());
    EXPECT_THAT(simulation.trouble()->what, HasSubstr("has a speed that is no finite number"));
}

TEST(NetworkMasses, GroupsThatStayEmptyAreReported) {
    const std::string group = "[[masses]]\nname = \"a\"\n";
    const std::string tap = "[[mass_source]]\nname = \"tap\"\nmasses = \"a\"\nshape = \"point\"\n";
    EXPECT_THAT(said(head("") + group), HasSubstr("no [[mass_source]] makes any"));
    EXPECT_THAT(said(head("") + group + "layout = \"none\""), HasSubstr("no [[mass_source]] makes any"));
    EXPECT_THAT(refusal(head("") + group + "kind = \"fixed\""), HasSubstr("the group has no positions"));
    EXPECT_EQ(said(head("rate = 1000") + group + tap), "");
    EXPECT_THAT(said(head("rate = 1000") + group + tap + "rate = 0"), HasSubstr("it makes nothing"));
    EXPECT_THAT(said(head("rate = 1000") + group + tap + "times = [0, 1]\nrates = [0, 0]"),
                HasSubstr("it makes nothing"));
}

TEST(NetworkMasses, WhatFixedOnesDoNotFeelIsReported) {
    const std::string fixed = "[[masses]]\nname = \"a\"\nkind = \"fixed\"\npositions = [[0, 0, 0]]\n";
    for (const char* key : {"velocity = [1, 0, 0]", "force = [0, 0, 1]", "damping = 1"})
        EXPECT_THAT(said(head("rate = 1000") + fixed + key), HasSubstr("it has no effect on masses")) << key;
    EXPECT_EQ(said(head("rate = 1000") + fixed), "");
}

// A link could mean either of them.
TEST(NetworkLinks, AWallAndMassesOfOneNameAreRefused) {
    const std::string text =
        head("rate = 1000") + stone_floor + "[[masses]]\nname = \"floor\"\npositions = [[0, 0, 1]]\n";
    EXPECT_EQ(refusal(text), "");
    EXPECT_THAT(refusal(text + "[[link]]\nname = \"l\"\nbetween = [\"floor\"]\nlength = 0.1\nstiffness = 1"),
                HasSubstr("masses and a wall or body are both named 'floor'"));
}

}  // namespace
}  // namespace talus::network
