// The bound on the step (talus/network/stability.h), and what the check says of it.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "talus/network/stability.h"
#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::simulationOf;
using ::testing::HasSubstr;

// Springs that are just stable keep their energy bounded; just above the bound the check refuses them.
TEST(Network, TheBoundIsWhereTheSchemeDiverges) {
    const auto text = [](double stiffness) {
        return oscillator(5, fmt::format("stiffness = {}\n", stiffness));
    };
    auto simulation = simulationOf(text(3.99));
    double largest = 0;
    for (const double z : heights(simulation, 0, 400)) largest = std::max(largest, std::abs(z));
    EXPECT_LT(largest, 10);
    const auto refused = scene::readScene(text(4.01), "scene.toml", {}, scene::Machine{});
    ASSERT_FALSE(refused.scene.has_value());
    EXPECT_THAT(refused.diagnostics.format("scene.toml", ""), HasSubstr("is 4.01, and must be less than 4"));
}

/// What the check says of a scene that it refuses; empty: it accepts it.
std::string refusal(const std::string& text) {
    const auto read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    return read.scene ? "" : read.diagnostics.format("scene.toml", text);
}

/// The largest height after 4000 steps of masses on a line, the first of which is pushed.
double largestHeight(const std::string& text) {
    auto simulation = simulationOf(text);
    for (int k = 0; k < 4000; ++k) EXPECT_TRUE(simulation.advance().ok());
    double largest = 0;
    for (const Vec3d& at : massesOf(simulation).read(fields::position))
        largest = std::max(largest, std::abs(at.z));
    return largest;
}

/// Free masses at one point, one after another on springs of length 0; the first moves.
std::string freeChain(int count, const std::string& masses, double stiffness) {
    std::string text = head("rate = 100\ndimensions = 1\nunits = \"algorithm\"", "[0, 0, 0]", 50), springs;
    for (int k = 0; k < count; ++k)
        text += fmt::format("[[masses]]\nname = \"m{}\"\npositions = [[0, 0, {}]]\n{}\n", k,
                            k == 0 ? 0.01 : 0, masses);
    for (int k = 0; k + 1 < count; ++k)
        text += fmt::format(
            "[[link]]\nname = \"l{}\"\nkind = \"spring\"\npairs = \"list\"\nbetween = "
            "[\"m{}\", \"m{}\"]\nfirst = [0]\nsecond = [0]\nlength = 0\nstiffness = {}\n",
            k, k, k + 1, stiffness);
    return text;
}

// Two free masses have w^2 = 2 k / m, so that K = 2 M is the bound; in the limit of a long chain K = M is.
TEST(Network, FreeMassesThatSwingAgainstEachOtherHaveTheBoundOfBoth) {
    EXPECT_LT(largestHeight(freeChain(2, "", 1.99)), 1);
    EXPECT_THAT(refusal(freeChain(2, "", 2.01)), HasSubstr("must be less than 4"));
    EXPECT_LT(largestHeight(freeChain(11, "", 0.99)), 1);
    EXPECT_THAT(refusal(freeChain(11, "", 1.01)), HasSubstr("must be less than 4"));
}

// A mass that only its medium damps: v(n+1) = (1 - Z/M) v(n), so that Z = 2 M is the bound, in the units of
// the algorithm too.
TEST(Network, TheDampingOfTheMediumCountsWhole) {
    const auto text = [](double damping) {
        return freeChain(1, fmt::format("velocity = [0, 0, 1]\ndamping = {}", damping), 0);
    };
    EXPECT_LT(largestHeight(text(1.99)), 1);
    EXPECT_THAT(refusal(text(2.01)), HasSubstr("by its medium"));
}

// Three chains share a mass in the middle: it has the largest sum, and the check names its three links, not
// those of the other masses.
TEST(Network, TheMassThatBreaksTheBoundIsNamedWithItsLinks) {
    std::string text = head("rate = 100\nunits = \"algorithm\"") + R"(
[[masses]]
name = "middle"
positions = [[0, 0, 0]]
mass = 2
[[masses]]
name = "light"
positions = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
[[masses]]
name = "far"
kind = "fixed"
positions = [[2, 0, 0]]
[[link]]
name = "elsewhere"
kind = "spring"
pairs = "list"
between = ["light", "far"]
first = [0]
second = [0]
stiffness = 0.5
)";
    const double stiffness[] = {1, 3, 3.5};
    for (int k = 0; k < 3; ++k)
        text += fmt::format(R"(
[[link]]
name = "arm{}"
kind = "spring"
pairs = "list"
between = ["middle", "light"]
first = [0]
second = [{}]
stiffness = {}
damping = 0.3
)",
                            k, k, stiffness[k]);
    const auto refused = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    ASSERT_FALSE(refused.scene.has_value());
    const std::string message = refused.diagnostics.format("scene.toml", text);
    // (7.5 + 2 x 0.9) / 2 = 4.65 in the middle, and (3.5 + 2 x 0.3) / 1 = 4.1 at the third arm.
    EXPECT_THAT(message, HasSubstr("a mass of 'middle' of 2 kg has K = 7.5 and Z = 0.9 by arm0, arm1, arm2"));
    EXPECT_THAT(message, HasSubstr("is 8.75, and must be less than 4"));
}

/// A body of 1 kg on a spring to a fixed point, 1000 steps a second. @param stiffness [N/m]
std::string bodyOnASpring(double stiffness) {
    return head("rate = 1000", "[0, 0, 0]", 12) + fmt::format(R"(
[[material]]
name = "wood"
[[body]]
name = "block"
material = "wood"
shape = "box"
size = [0.2, 0.2, 0.2]
mass = 1
position = [0, 0, 0.01]
[[masses]]
name = "hook"
kind = "moved"
wall = "block"
positions = [[0, 0, 0.01]]
[[masses]]
name = "point"
kind = "fixed"
positions = [[0, 0, 0]]
[[link]]
name = "spring"
kind = "spring"
pairs = "list"
between = ["hook", "point"]
first = [0]
second = [0]
length = 0
stiffness = {}
)",
                                                              stiffness);
}

TEST(Network, ALightBodyOnAStiffSpringIsRefused) {
    EXPECT_EQ(refusal(bodyOnASpring(3.9e6)), "");
    EXPECT_THAT(refusal(bodyOnASpring(4.1e6)), HasSubstr("'hook', which moves with a body, of 1 kg"));
}

// Nothing damps: over the 60 periods of 12 s, w = sqrt(1000 N/m / 1 kg), the amplitude of 10 mm stays, to the
// first order of w T = 0.03 that the scheme has. If the force acted one step late, it would grow as
// exp(k T t / 2 m), 400 times.
TEST(Network, ABodyOnAnUndampedSpringKeepsItsAmplitude) {
    auto simulation = simulationOf(bodyOnASpring(1000));
    double largest = 0;
    while (simulation.clock().time(simulation.world().step) < 12) {
        ASSERT_TRUE(simulation.advance().ok());
        largest = std::max(largest, std::abs(massesOf(simulation).read(fields::position)[0].z));
    }
    EXPECT_NEAR(largest, 0.01, 3e-4);
}

}  // namespace
}  // namespace talus::network
