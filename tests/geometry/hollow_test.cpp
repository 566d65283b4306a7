// Hollows of the ground that fill up to a level, and the way of water over the ground.
#include <gtest/gtest.h>

#include <cmath>

#include "talus/geometry/drainage.h"
#include "talus/geometry/hollow.h"

namespace talus::geometry {
namespace {

template <class Function>
Heightfield groundOf(std::uint32_t side, Function height) {
    Heightfield field = flatHeightfield({.spacing = 1, .columns = side, .rows = side}, 0);
    for (std::uint32_t j = 0; j < side; ++j)
        for (std::uint32_t i = 0; i < side; ++i) field.height.view()[field.grid.at(i, j)] = height(i, j);
    return field;
}

/// Two pits of one column each in a plain at height 1, a bar between them at 0.5.
Heightfield twoPits() {
    return groundOf(9, [](int i, int j) {
        return j != 4 ? 1.0 : i == 2 || i == 5 ? 0.0 : i == 3 || i == 4 ? 0.5 : 1.0;
    });
}

// A pit of one column is a pyramid over the six triangles around it, an area of 3: filled to the level h it
// holds h^3 of them, h h^2 3 / 3.
TEST(Hollow, OneColumnPitHoldsThePyramidVolume) {
    const Heightfield ground = twoPits();
    const auto one = hollowAt(ground.grid, ground.height.view(), 2.1, 4, 0.4);
    ASSERT_TRUE(one);
    // The bar's corner at 0.5 bends two of its triangles: there the level is reached at 0.8 of the side, not
    // at 0.4. Each is a third of its area times the depth: 0.4 * (4 * 0.4 * 0.4 + 2 * 0.4 * 0.8) / 6.
    EXPECT_NEAR(one->volume, 0.4 * (4 * 0.4 * 0.4 + 2 * 0.4 * 0.8) / 6, 1e-12);
    EXPECT_FALSE(one->at_edge);
    EXPECT_EQ(one->spill, 1);
    EXPECT_EQ(one->lowest, 0);
    EXPECT_EQ(one->wet[ground.grid.at(5, 4)], 0);
    EXPECT_NEAR(one->depth(ground.height.view(), 2, 4), 0.4, 1e-12);
    EXPECT_EQ(one->depth(ground.height.view(), 5, 4), 0) << "the other pit is not of it";
}

TEST(Hollow, WaterOverflowsABarBelowTheLevel) {
    const Heightfield ground = twoPits();
    const auto both = hollowAt(ground.grid, ground.height.view(), 2, 4, 0.6);
    ASSERT_TRUE(both);
    EXPECT_NE(both->wet[ground.grid.at(5, 4)], 0);
    EXPECT_TRUE(hollowAt(ground.grid, ground.height.view(), 2, 4, 1.1)->at_edge);
}

TEST(Hollow, NoHollowAboveTheLevelOrOffTheGround) {
    const Heightfield ground = twoPits();
    EXPECT_FALSE(hollowAt(ground.grid, ground.height.view(), 7, 7, 0.4));
    EXPECT_FALSE(hollowAt(ground.grid, ground.height.view(), -1, 4, 2));
    EXPECT_FALSE(hollowAt(ground.grid, ground.height.view(), std::nan(""), 4, 2));
}

// A bowl z = (r / 20)^2 filled to 0.25 is a paraboloid of radius 10: half of the cylinder around it. The
// surface of the columns is above the bowl's by up to 1 / (4 * 400) of a metre; 1 %.
TEST(Hollow, BowlHoldsItsVolume) {
    const Heightfield bowl =
        groundOf(41, [](int i, int j) { return (std::pow(i - 20, 2) + std::pow(j - 20, 2)) / 400; });
    const auto lake = hollowAt(bowl.grid, bowl.height.view(), 20, 20, 0.25);
    ASSERT_TRUE(lake);
    const double exact = 0.5 * 0.25 * 3.14159265 * 100;
    EXPECT_NEAR(lake->volume, exact, 0.01 * exact);
    EXPECT_FALSE(lake->at_edge);
}

// A valley that falls along x: what falls on its sides comes to its bottom, and all of it to its end.
TEST(Drainage, AllWaterOfAValleyDrainsToItsEnd) {
    const Heightfield valley = groundOf(11, [](int i, int j) { return 0.1 * (10 - i) + std::abs(j - 5); });
    const Drainage drainage = drainageOf(valley.grid, valley.height.view());
    const std::vector<double> sum = drainage.gathered(std::vector<double>(valley.grid.size(), 1));
    double left = 0;
    for (std::size_t k = 0; k < sum.size(); ++k)
        if (drainage.into[k] == k) left += sum[k];
    EXPECT_EQ(left, 121);
    // Columns at the edge leave by themselves. Of the 81 within, 8 + 6 + 4 + 2 get to the eastern edge before
    // they are at the bottom, for they go there by a column along y for each along x.
    EXPECT_EQ(sum[valley.grid.at(9, 5)], 61);
    EXPECT_EQ(drainage.order.size(), valley.grid.size());
}

// Out of a hollow water goes over the lowest place of its rim.
TEST(Drainage, WaterLeavesAHollowOverTheLowestRim) {
    const Heightfield crater = groundOf(7, [](int i, int j) {
        const int ring = std::max(std::abs(i - 3), std::abs(j - 3));
        return ring == 2 ? (i == 5 && j == 3 ? 1.0 : 3.0) : ring == 3 ? 0.5 : 0.0;
    });
    const Drainage drainage = drainageOf(crater.grid, crater.height.view());
    const std::vector<double> sum = drainage.gathered(std::vector<double>(crater.grid.size(), 1));
    EXPECT_GE(sum[crater.grid.at(5, 3)], 10);  // the nine within, and itself
    for (std::uint32_t k = crater.grid.at(3, 3); drainage.into[k] != k; k = drainage.into[k])
        ASSERT_LE(crater.height.view()[k], 1) << "over the rim";
}

}  // namespace
}  // namespace talus::geometry
