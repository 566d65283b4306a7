// Positions that rules make, and their edges.
#include <gtest/gtest.h>

#include "talus/network/layout.h"

namespace talus::network {
namespace {

TEST(Layout, GridsLinesAndMeshesHaveTheirEdgesOnce) {
    Masses group;
    group.layout = Masses::Layout::Grid;
    group.from = {0, 0, 0};
    group.to = {0.3, 0, 0.2};
    group.spacing = 0.1;
    const auto grid = layoutOf(group, nullptr);
    ASSERT_TRUE(grid.ok());
    EXPECT_EQ(grid->positions.size(), 12u);
    EXPECT_EQ(grid->edges.size(), 3u * 3 + 4u * 2);
    for (const auto& [i, j] : grid->edges)
        EXPECT_NEAR(length(grid->positions[i] - grid->positions[j]), 0.1, 1e-12);
    group.layout = Masses::Layout::Mesh;
    geometry::Mesh square;
    square.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(layoutOf(group, &square)->edges.size(), 5u);
    group.layout = Masses::Layout::Grid;
    group.to = {1e9, 1e9, 1e9};
    EXPECT_FALSE(layoutOf(group, nullptr).ok());
}

}  // namespace
}  // namespace talus::network
