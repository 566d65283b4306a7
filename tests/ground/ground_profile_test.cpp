#include "talus/ground/plot/ground_profile.h"

#include <cmath>
#include <numbers>

namespace talus::ground {
namespace {

const geometry::ColumnGrid grid{-0.5, -0.5, 0.01, 101, 101};

template <class HeightAt>
exec::Array<double> surfaceOf(HeightAt at) {
    exec::Array<double> heights(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) heights[grid.at(i, j)] = at(grid.x(i), grid.y(j));
    return heights;
}

// A cone: rings give its straight flank. Tolerance: the spread of distances within a ring (half a spacing)
// times curvature is nothing on a cone; what is left is the tip and the foot.
TEST(GroundProfile, ConeGivesAStraightLine) {
    const double steep = std::tan(0.5);
    const exec::Array<double> flat = surfaceOf([](double, double) { return 0.1; }),
                              cone = surfaceOf([&](double x, double y) {
                                  return 0.1 + std::max(0.0, 0.15 - steep * std::hypot(x - 0.1, y + 0.05));
                              });
    const auto found = radialProfile(grid, {flat.view(), cone.view()}, {0.1, -0.05});
    ASSERT_TRUE(found);
    const GroundProfile& profile = *found;
    ASSERT_EQ(profile.heights.size(), 2u);
    EXPECT_NEAR(profile.distance.back(), 0.4, 0.01) << "as far as whole rings reach";
    for (std::size_t k = 0; k < profile.distance.size(); ++k) {
        EXPECT_NEAR(profile.heights[0][k], 0.1, 1e-14);
        const double wanted = 0.1 + std::max(0.0, 0.15 - steep * profile.distance[k]);
        EXPECT_NEAR(profile.heights[1][k], wanted, 2e-3) << profile.distance[k];
    }
    const auto flank = flankOf(profile, 1);
    ASSERT_TRUE(flank);
    EXPECT_NEAR(flank->angle, 0.5, 1e-3);
    EXPECT_FALSE(flankOf(profile, 0));
    const auto middle = middleOfChange(grid, flat.view(), cone.view());
    EXPECT_NEAR(middle[0], 0.1, 1e-3);
    EXPECT_NEAR(middle[1], -0.05, 1e-3);
    EXPECT_EQ(middleOfChange(grid, flat.view(), flat.view()), (std::array<double, 2>{0, 0}));
    const picture::Chart chart = groundChart(profile, {"before", "after"});
    ASSERT_EQ(chart.series.size(), 2u);
    EXPECT_EQ(chart.series[1].name, "after");
    ASSERT_EQ(chart.series[1].y.size(), profile.heights[1].size());
    EXPECT_NEAR(chart.series[1].y.back(), 1000 * profile.heights[1].back(), 1e-9) << "in mm";
}

TEST(GroundProfile, HasItsAxisOnTheGroundOrNearIt) {
    const exec::Array<double> flat = surfaceOf([](double, double) { return 0.1; });
    EXPECT_TRUE(radialProfile(grid, {flat.view()}, {0.6, 0.6}).ok());
    for (const double far : {std::nan(""), 1e300, -10.0}) {
        EXPECT_EQ(radialProfile(grid, {flat.view()}, {far, 0}).error().kind, ErrorKind::Input) << far;
        EXPECT_EQ(radialProfile(grid, {flat.view()}, {0, far}).error().kind, ErrorKind::Input) << far;
    }
}

// On a plane the triangles are the plane.
TEST(GroundProfile, AlongALineIsTheSurface) {
    const exec::Array<double> plane = surfaceOf([](double x, double y) { return 0.3 * x - 0.2 * y; });
    const auto profile = lineProfile(grid, {plane.view()}, {-0.7, 0.2}, {0.3, -0.4});
    ASSERT_TRUE(profile);
    const double length = std::hypot(1.0, 0.6);
    EXPECT_NEAR(profile->distance.front(), 0.2 * length, 0.01) << "where the line comes onto the ground";
    EXPECT_NEAR(profile->distance.back(), length, 1e-12);
    for (std::size_t k = 0; k < profile->distance.size(); ++k) {
        const double t = profile->distance[k] / length;
        EXPECT_NEAR(profile->heights[0][k], 0.3 * (-0.7 + t) - 0.2 * (0.2 - 0.6 * t), 1e-13);
    }
    EXPECT_EQ(lineProfile(grid, {plane.view()}, {1, 1}, {2, 2}).error().kind, ErrorKind::Input);
    EXPECT_EQ(lineProfile(grid, {plane.view()}, {0, 0}, {0, 0}).error().kind, ErrorKind::Input);
}

TEST(GroundCharts, VolumeIsShown) {
    const NumberTable stats{{"time [s]", "ground.volume [m^3]"}, {{0, 2}, {1, 2.5}}};
    const auto volume = volumeChart(stats);
    ASSERT_TRUE(volume);
    EXPECT_EQ(volume->series[0].y, (std::vector<double>{0, 0.5}));
    const NumberTable grains{{"time [s]", "mass [kg]"}, {{0, 5}}};
    EXPECT_FALSE(volumeChart(grains));
}

}  // namespace
}  // namespace talus::ground
