// Shapes of clumps: volume, centre of mass and inertia of spheres that are glued together.
#include "talus/grains/clumps/clump_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace talus {
namespace {

using geometry::Sphere;
using std::numbers::pi;

grains::ClumpShape shapeOf(const std::vector<Sphere>& spheres) {
    auto made = grains::clumpShapeOf(spheres);
    if (!made) throw std::runtime_error(made.error().message);
    return *made;
}

// Three equal balls in a row that touch: volume and moments are sums. In radii of the ball with their volume,
// a^3 = 3 r^3; along the row 2/5 r^2, across it 2/5 r^2 + 2/3 (2 r)^2.
TEST(ClumpShape, OfSpheresThatTouchIsTheirSum) {
    const auto shape = shapeOf({{{1, 2, 3}, 2}, {{1, 6, 3}, 2}, {{1, 10, 3}, 2}});
    const double r = 1 / std::cbrt(3.0);
    std::vector<double> moments{shape.inertia.x, shape.inertia.y, shape.inertia.z};
    std::sort(moments.begin(), moments.end());
    EXPECT_NEAR(moments[0], 0.4 * r * r, 1e-12);
    EXPECT_NEAR(moments[1], (0.4 + 8.0 / 3) * r * r, 1e-12);
    EXPECT_NEAR(moments[2], (0.4 + 8.0 / 3) * r * r, 1e-12);
    EXPECT_NEAR(shape.reach, 3 * r, 1e-12);
    EXPECT_NEAR(shape.smallest, r, 1e-12);
}

// Two unit balls at a distance of 1: each has a cap of height 1/2 less, pi h^2 (3 - h) / 3 = 5 pi / 24. The
// moment across the axis is the integral of A (z^2 + A / (4 pi)) over slices of area A(z), here by a sum over
// 10^6 slices.
TEST(ClumpShape, CountsTheVolumeThatSpheresShareOnce) {
    const auto mass = grains::massOfUnion({{{0, 0, -0.5}, 1}, {{0, 0, 0.5}, 1}});
    const double volume = 8.0 / 3 * pi - 2 * 5 * pi / 24;
    EXPECT_NEAR(mass.volume / volume, 1, 2e-4);
    double across = 0;
    constexpr int slices = 1'000'000;
    for (int k = 0; k < slices; ++k) {
        const double z = 1.5 * (k + 0.5) / slices, area = pi * (1 - (z - 0.5) * (z - 0.5));
        across += 2 * area * (z * z + area / (4 * pi)) * 1.5 / slices;
    }
    EXPECT_NEAR(mass.per_density.x.x / across, 1, 2e-4);
    EXPECT_NEAR(mass.per_density.y.y / across, 1, 2e-4);
    EXPECT_NEAR(length(mass.centre), 0, 1e-12);
}

TEST(ClumpShape, RefusesWhatIsNoShape) {
    EXPECT_FALSE(grains::clumpShapeOf(std::vector<Sphere>{}).ok());
    EXPECT_FALSE(grains::clumpShapeOf({{{0, 0, 0}, 1}, {{0.1, 0, 0}, 0.5}}).ok());
    EXPECT_FALSE(grains::clumpShapeOf({{{0, 0, 0}, 1}, {{0, 0, 0}, 1}}).ok());
}

// The smallest effective mass of a ball is its mass; at the end of a rod of three balls it is less:
// 1/M + l^2/I with l = 2 r and I = (2/5 + 8/3) M r^2.
TEST(ClumpShape, TellsHowEasilyItsEndMoves) {
    EXPECT_EQ(shapeOf({{{0, 0, 0}, 1}}).lightest, 1);
    const auto rod = shapeOf({{{-2, 0, 0}, 1}, {{0, 0, 0}, 1}, {{2, 0, 0}, 1}});
    EXPECT_NEAR(rod.lightest, 1 / (1 + 4 / (0.4 + 8.0 / 3)), 0.02);
}

}  // namespace
}  // namespace talus
