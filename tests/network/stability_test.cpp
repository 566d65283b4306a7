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
    EXPECT_THAT(refusal(text(4.01)), HasSubstr("is 4.01, and must be less than 4"));
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
    std::string text = head("rate = 100\ndimensions = 1\nunits = \"algorithm\"", "[0, 0, 0]", 50);
    for (int k = 0; k < count; ++k)
        text += fmt::format("[[masses]]\nname = \"m{}\"\npositions = [[0, 0, {}]]\n{}\n", k,
                            k == 0 ? 0.01 : 0, masses);
    for (int k = 0; k + 1 < count; ++k)
        text += spring(fmt::format("l{}", k), fmt::format("m{}", k), fmt::format("m{}", k + 1),
                       fmt::format("length = 0\nstiffness = {}", stiffness));
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
)" + spring("elsewhere", "light", "far", "stiffness = 0.5");
    const double stiffness[] = {1, 3, 3.5};
    for (int k = 0; k < 3; ++k)
        text += spring(fmt::format("arm{}", k), "middle", "light",
                       fmt::format("stiffness = {}\ndamping = 0.3", stiffness[k]), k);
    const std::string message = refusal(text);
    // (7.5 + 2 x 0.9) / 2 = 4.65 in the middle, and (3.5 + 2 x 0.3) / 1 = 4.1 at the third arm.
    EXPECT_THAT(message, HasSubstr("a mass of 'middle' of 2 kg has K = 7.5 and Z = 0.9 by arm0, arm1, arm2"));
    EXPECT_THAT(message, HasSubstr("is 8.75, and must be less than 4"));
}

/// A body of 1 kg on a spring to a fixed point, 1000 steps a second. @param stiffness [N/m]
std::string bodyOnASpring(double stiffness) {
    return head("rate = 1000", "[0, 0, 0]", 12) + block(1, "position = [0, 0, 0.01]") + hook("[0, 0, 0.01]") +
           R"(
[[masses]]
name = "point"
kind = "fixed"
positions = [[0, 0, 0]]
)" + spring("spring", "hook", "point", fmt::format("length = 0\nstiffness = {}", stiffness));
}

TEST(Network, ALightBodyOnAStiffSpringIsRefused) {
    EXPECT_EQ(refusal(bodyOnASpring(3.9e6)), "");
    EXPECT_THAT(refusal(bodyOnASpring(4.1e6)), HasSubstr("'hook', which moves with a body, of 1 kg"));
}

/// A fixed mass under a free body of 1 kg, 1000 steps a second. @param stiffness of their contact [N/m]
std::string bodyAboveAPost(const std::string& shape, double stiffness) {
    std::string text = head("rate = 1000", "[0, 0, 0]", 1) + block(1, "position = [0, 0, 1]");
    const std::string box = "shape = \"box\"\nsize = [0.2, 0.2, 0.2]";
    return text.replace(text.find(box), box.size(), shape) + fmt::format(R"(
[[masses]]
name = "post"
kind = "fixed"
positions = [[0, 0, 0]]
[[link]]
name = "touch"
between = ["post", "block"]
length = 0.1
stiffness = {}
)",
                                                                         stiffness);
}

// A ball of 1 kg meets a fixed mass with all of its mass, so that K = 4 kg is the bound; a cube at a corner
// with a quarter of it: 1 + (r x n) . I^-1 (r x n) m = 1 + 6 (1/4 + 1/4) = 4 for a cube of side 1.
TEST(Network, ALightBodyOnAStiffFixedMassGivesAWarning) {
    const std::string ball = "shape = \"sphere\"\nradius = 0.1",
                      cube = "shape = \"box\"\nsize = [0.2, 0.2, 0.2]";
    EXPECT_EQ(said(bodyAboveAPost(ball, 3.9e6)), "");
    EXPECT_THAT(said(bodyAboveAPost(ball, 4.1e6)),
                HasSubstr("masses of 'post' touch the body 'block', which meets them with 1 kg"));
    EXPECT_EQ(said(bodyAboveAPost(cube, 0.97e6)), "");
    EXPECT_THAT(said(bodyAboveAPost(cube, 1.03e6)), HasSubstr("which meets them with 0.25 kg"));
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

/// The rate that a refusal advises; 0: none.
double advisedRate(const std::string& message) {
    const std::string before = "raise network.rate to ";
    const std::size_t at = message.find(before);
    return at == std::string::npos ? 0 : std::stod(message.substr(at + before.size()));
}

// K falls with the square of the rate and Z with the rate. So 16 times the bound on K needs four times the
// rate, and 16 times that on Z 16 times; one per cent more is advised. Where the medium of a light mass needs
// more than the springs of the one that is named, its rate is the answer.
TEST(Network, TheAdvisedRateIsThatWhichWouldDo) {
    const auto text = [](double rate, const std::string& masses, double stiffness) {
        return head(fmt::format("rate = {}", rate)) +
               "[[masses]]\nname = \"mass\"\npositions = [[0, 0, 0.1]]\n" + masses +
               "\n[[masses]]\nname = \"point\"\nkind = \"fixed\"\npositions = [[0, 0, 0]]\n" +
               spring("spring", "mass", "point", fmt::format("length = 0\nstiffness = {}", stiffness));
    };
    EXPECT_EQ(advisedRate(refusal(text(100, "", 16 * 4e4))), 404);
    EXPECT_EQ(refusal(text(404, "", 16 * 4e4)), "");
    EXPECT_NEAR(advisedRate(refusal(text(100, "damping = 3200", 0))), 1616, 1);
    const std::string light = "\n[[masses]]\nname = \"light\"\npositions = [[1, 0, 0]]\ndamping = 1000";
    EXPECT_EQ(advisedRate(refusal(text(100, light, 16 * 4e4))), 505);
    EXPECT_EQ(refusal(text(505, light, 16 * 4e4)), "");
    // More steps a second than a network may have are no advice.
    EXPECT_EQ(advisedRate(refusal(text(100, "mass = 1e-9", 1e12))), 0);
}

}  // namespace
}  // namespace talus::network
