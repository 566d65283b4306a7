#include "talus/render/liquid/neighbour_counts.h"

#include <algorithm>

#include "tests/render/liquid_shapes.h"

namespace talus::render {
namespace {

TEST(NeighbourCounts, CountsNeighbours) {
    const Particles cube = filled({{0, 0, 0}, {1, 1, 1}}, 0.1, 0, [](const Vec3d&) { return true; });
    std::vector<Vec3d> points = cube.centre;
    points.push_back({5, 5, 5});
    const NeighbourCounts crowding = neighbourCounts(points, 0.0999);
    EXPECT_EQ(crowding.around.back(), 1u);
    EXPECT_FALSE(crowding.inside.back());
    const auto inside = std::count(crowding.inside.begin(), crowding.inside.end(), true);
    EXPECT_EQ(inside, 8 * 8 * 8);
    EXPECT_EQ(*std::max_element(crowding.around.begin(), crowding.around.end()), 27u);
    EXPECT_TRUE(neighbourCounts({}, 1).around.empty());
}

// One point of a lattice that foams shares with the 26 around it; one alone keeps what it has.
TEST(NeighbourCounts, MeansAreOverNeighbours) {
    const Particles cube = filled({{0, 0, 0}, {1, 1, 1}}, 0.1, 0, [](const Vec3d&) { return true; });
    std::vector<Vec3d> points = cube.centre;
    std::vector<float> value(points.size());
    const std::size_t middle = 555;
    value[middle] = 1;
    points.push_back({5, 5, 5});
    value.push_back(1);
    const std::vector<float> mean = meanOverNeighbours(points, value, 0.0999);
    EXPECT_FLOAT_EQ(mean.back(), 1);
    EXPECT_FLOAT_EQ(mean[middle], 1 / 27.0f);
    EXPECT_FLOAT_EQ(mean[middle + 1], 1 / 27.0f);
    EXPECT_FLOAT_EQ(mean[middle + 2], 0);
}

}  // namespace
}  // namespace talus::render
