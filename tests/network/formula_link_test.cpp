// Links by a formula against the built-in kinds that they spell.
#include <gtest/gtest.h>

#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::runTo;
using test::simulationOf;

// A rule by a formula gives what the built-in one gives.
TEST(Network, AFormulaIsAsGoodAsTheKindThatItSpells) {
    const auto run = [](const std::string& link) {
        auto simulation = simulationOf(head("rate = 1000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0], [0.25, 0, 0.01]]
velocity = [0, 0, 0]
[[masses]]
name = "b"
positions = [[-0.3, 0, 0]]
velocity = [2, 0, 0]
)" + link);
        runTo(simulation, 0.5);
        return massesOf(simulation).read(fields::position)[1];
    };
    std::string contact, formula;
    for (const char* pair : {"\"a\"", "\"a\", \"b\""}) {
        const std::string name =
            fmt::format("[[link]]\nname = \"l{}\"\nbetween = [{}]\nlength = 0.2\nstiffness = 900\n",
                        contact.size(), pair);
        contact += name + "damping = 3\npulls = true\n";
        formula += name + "kind = \"formula\"\ndamping = 3\nreach = 0.2\nforce = \"k*(L-d) - z*u\"\n";
    }
    EXPECT_LT(length(run(contact) - run(formula)), 1e-12);
    EXPECT_GT(run(contact).x, 0.3);
}

// So does one between given masses, beside links that come before it.
TEST(Network, AFormulaHoldsBetweenGivenMasses) {
    const auto run = [](const std::string& kind) {
        auto simulation = simulationOf(head("rate = 1000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0], [0.25, 0, 0.01], [0.6, 0, 0]]
[[link]]
name = "first"
kind = "spring"
pairs = "list"
first = [1]
second = [2]
between = ["a"]
length = 0.3
stiffness = 50
[[link]]
name = "second"
pairs = "list"
first = [0]
second = [1]
between = ["a"]
length = 0.2
stiffness = 900
damping = 3
)" + kind);
        runTo(simulation, 0.5);
        return massesOf(simulation).read(fields::position)[0];
    };
    const Vec3d spring = run("kind = \"spring\"\n");
    EXPECT_LT(length(spring - run("kind = \"formula\"\nreach = 9\nforce = \"k*(L-d) - z*u\"\n")), 1e-12);
    EXPECT_GT(length(spring), 0.01);
}

}  // namespace
}  // namespace talus::network
