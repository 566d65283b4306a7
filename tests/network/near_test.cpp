// Which pairs of masses a link joins by their distance.
#include <cmath>

#include <gtest/gtest.h>

#include "talus/network/report/measures.h"
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

// Where masses are too far apart for all three indices of their cells in one number, they are sorted by one
// axis after the other. 100 clusters of eight masses, 2^35 cells from the origin in all directions,
// each in eight cells.
TEST(NearMasses, FindsPairsHoweverFarApartMassesAre) {
    constexpr double reach = 0x1p-10, far = 0x1p35 * reach;  // in m: far is a third of the largest position
    std::string positions;
    for (int k = 0; k < 800; ++k) {
        const auto sign = [&](int bit) { return (k / 8 >> bit) % 2 == 0 ? 1 : -1; };
        const auto at = [&](int bit) { return ((k >> bit) % 2 * 0.5 - 0.25 + 4.0 * (k / 64)) * reach; };
        positions += fmt::format("[{:.17g}, {:.17g}, {:.17g}],", sign(0) * far + at(0), sign(1) * far + at(1),
                                 sign(2) * far + at(2));
    }
    const scene::Scene scene = test::sceneOf(head("rate = 1000") + fmt::format(R"(
[[masses]]
name = "a"
positions = [{}]
[[link]]
name = "touch"
between = ["a"]
length = {:.17g}
stiffness = 1
)",
                                                                               positions, reach));
    auto built = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(built.ok());
    // The corners of a cube of half the reach are within 0.87 of the reach of each other.
    EXPECT_EQ(actingLinks(exec::Exec::cpu(1), built->world(), setupOf(scene)).size(), 100u * 8 * 7 / 2);
}

}  // namespace
}  // namespace talus::network
