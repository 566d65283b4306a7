// The bound 4 M > K + 2 Z, and what the check says of it.
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
    EXPECT_THAT(refused.diagnostics.format("scene.toml", ""), HasSubstr("4 M > K + 2 Z does not hold"));
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
    // 4 x 2 = 8 < 7.5 + 2 x 0.9; the light masses come to 4.1 of 4 at most.
    EXPECT_THAT(message, HasSubstr("a mass of 'middle' of 2 kg has K = 7.5 and Z = 0.9 by arm0, arm1, arm2"));
    EXPECT_THAT(message, HasSubstr("raise network.rate to"));
}

}  // namespace
}  // namespace talus::network
