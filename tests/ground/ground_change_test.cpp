#include "talus/ground/plot/ground_change.h"

#include <gtest/gtest.h>

namespace talus::ground {
namespace {

// Two columns dug out by a metre, one raised by three: columns of 2 m x 2 m.
TEST(GroundChange, VolumesOfSunkenAndRaisedGround) {
    const geometry::ColumnGrid grid{10, 20, 2, 4, 3};
    const geometry::Heightfield before = geometry::flatHeightfield(grid, 5);
    geometry::Heightfield after = before;
    after.height[grid.at(1, 1)] = after.height[grid.at(2, 1)] = 4;
    after.height[grid.at(3, 2)] = 8;
    const GroundChange change = changeBetween(grid, before.height.view(), after.height.view());
    EXPECT_EQ(change.sunk, 8);
    EXPECT_EQ(change.sunk_area, 8);
    EXPECT_EQ(change.deepest, 1);
    EXPECT_EQ(change.risen, 12);
    EXPECT_EQ(change.risen_area, 4);
    EXPECT_EQ(change.highest, 3);
    const picture::Chart chart = changeChart(grid, before.height.view(), after.height.view());
    ASSERT_TRUE(chart.map);
    EXPECT_EQ(chart.map->left, 10);
    EXPECT_EQ(chart.map->low, 20);
    EXPECT_EQ(chart.map->values[grid.at(3, 2)], 3);
    EXPECT_EQ(chart.map->values[grid.at(1, 1)], -1);
    EXPECT_EQ(describe(changeBetween(grid, before.height.view(), before.height.view())),
              "the ground is as it was");
}

// A slope from 0 to 10 m: half of its area is higher than 5 m.
TEST(GroundHypsometry, SlopeGivesAStraightLine) {
    geometry::Heightfield slope = geometry::flatHeightfield({0, 0, 1, 1001, 2}, 0);
    for (std::uint32_t j = 0; j < 2; ++j)
        for (std::uint32_t i = 0; i < 1001; ++i) slope.height[slope.grid.at(i, j)] = 0.01 * i;
    const picture::Chart chart = hypsometryChart(slope.height.view(), slope.height.view());
    const picture::Series& line = chart.series.back();
    for (std::size_t k = 0; k < line.x.size(); ++k) EXPECT_NEAR(line.y[k], 10 - 0.1 * line.x[k], 0.011);
    EXPECT_EQ(line.y.front(), 10);
    EXPECT_EQ(line.y.back(), 0);
}

}  // namespace
}  // namespace talus::ground
