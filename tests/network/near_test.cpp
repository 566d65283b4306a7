// Which pairs of masses a link joins by their distance.
#include <cmath>

#include <gtest/gtest.h>

#include "talus/network/measures.h"
#include "tests/network/networks.h"

namespace talus::network {
namespace {

// On a line masses may be drawn side by side: only their distance along z counts, wherever they stand. 40
// masses on each of two columns 7 m apart, more than a group that all others look at.
TEST(NearMasses, OnALineOnlyTheDistanceAlongItCounts) {
    std::string positions;
    for (int k = 0; k < 40; ++k) positions += fmt::format("[0, 0, {0}], [7, 3, {0}],", k);
    const scene::Scene scene = test::sceneOf(head("rate = 1000\ndimensions = 1") + fmt::format(R"(
[[masses]]
name = "a"
positions = [{}]
[[link]]
name = "touch"
between = ["a"]
length = 1.5
stiffness = 1
)",
                                                                                               positions));
    const network::Setup setup = setupOf(scene);
    auto built = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(built.ok());
    // Each of the 39 steps along z joins both of one level with both of the next; those of one level are at
    // distance 0, which has no direction.
    EXPECT_EQ(actingLinks(exec::Exec::cpu(1), built->world(), setup).size(), 39u * 4);
}

// All pairs within reach are found, once, wherever the borders of the cells of the search are.
TEST(NearMasses, FindsThePairsThatAllPairsWouldGive) {
    std::string positions;
    std::vector<Vec3d> at;
    for (int k = 0; k < 300; ++k) {
        // Scattered, so that some distances are just below the reach.
        const auto scattered = [&](double step) { return std::sin(1e4 * std::sin(k * step + step)); };
        at.push_back({scattered(0.7548776662), scattered(0.5698402910), scattered(0.3247179572)});
        positions += fmt::format("[{}, {}, {}],", at.back().x, at.back().y, at.back().z);
    }
    const scene::Scene scene = test::sceneOf(head("rate = 1000") + fmt::format(R"(
[[masses]]
name = "a"
positions = [{}]
[[link]]
name = "touch"
between = ["a"]
length = 0.31
stiffness = 1
)",
                                                                               positions));
    auto built = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(built.ok());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> expected, found;
    for (std::uint32_t i = 0; i < 300; ++i)
        for (std::uint32_t j = i + 1; j < 300; ++j)
            if (length(at[i] - at[j]) < 0.31) expected.emplace_back(i, j);
    for (const ActingLink& link : actingLinks(exec::Exec::cpu(1), built->world(), setupOf(scene)))
        found.emplace_back(link.first, link.second);
    EXPECT_EQ(found, expected);
    EXPECT_GT(found.size(), 300u);
}

}  // namespace
}  // namespace talus::network
