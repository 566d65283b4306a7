// When a triangle that moves passes a point that moves.
#include "talus/couple/water_cloth/pass.h"

#include <array>
#include <random>

#include <gtest/gtest.h>

namespace talus::couple {
namespace {

const Corners flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

Corners moved(Corners corners, const Vec3d& by) {
    for (Vec3d& corner : corners) corner += by;
    return corners;
}

TEST(Pass, TriangleThatRises) {
    const Vec3d p{0.2, 0.3, 0.25};
    const auto pass = firstPass(flat, moved(flat, {0, 0, 1}), p, p);
    ASSERT_TRUE(pass);
    EXPECT_NEAR(pass->share, 0.25, 1e-12);
    EXPECT_NEAR(pass->shares[1], 0.2, 1e-9);
    EXPECT_NEAR(pass->shares[2], 0.3, 1e-9);
    EXPECT_EQ(pass->side, 1);
    EXPECT_FALSE(firstPass(flat, moved(flat, {0, 0, 0.2}), p, p)) << "it ends below the point";
    EXPECT_FALSE(firstPass(flat, moved(flat, {0, 0, 1}), p, p, 0.5)) << "it passed before";
    const Vec3d beside{0.8, 0.8, 0.25};
    EXPECT_FALSE(firstPass(flat, moved(flat, {0, 0, 1}), beside, beside));
}

TEST(Pass, PointFromBehind) {
    const auto pass = firstPass(flat, flat, {0.1, 0.1, -1}, {0.1, 0.1, 3});
    ASSERT_TRUE(pass);
    EXPECT_NEAR(pass->share, 0.25, 1e-12);
    EXPECT_EQ(pass->side, -1);
}

TEST(Pass, WhatMovesTogetherDoesNotMeet) {
    const Vec3d p{0.2, 0.3, 1e-6}, by{3, -2, 5};
    EXPECT_FALSE(firstPass(flat, moved(flat, by), p, p + by));
}

// Points in front of two triangles with an edge in common, which move by any small way: never is a point
// behind both at the end without a pass. Their edge is no gap.
TEST(Pass, NoGapBetweenTwoTriangles) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-1, 1);
    const auto next = [&] { return any(random); };
    int passed = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const std::array<Vec3d, 4> from{{{-1, 0, 0.2 * next()}, {1, 0, 0.2 * next()}, {0, 1, 0}, {0, -1, 0}}};
        std::array<Vec3d, 4> to = from;
        for (Vec3d& corner : to) corner += Vec3d{0.05 * next(), 0.05 * next(), 0.3 + 0.1 * next()};
        // On the edge, a little above it.
        const double along = 0.8 * next();
        const Vec3d p = from[0] * (0.5 - 0.5 * along) + from[1] * (0.5 + 0.5 * along) + Vec3d{0, 0, 0.1};
        const auto one = firstPass({from[0], from[1], from[2]}, {to[0], to[1], to[2]}, p, p);
        const auto other = firstPass({from[1], from[0], from[3]}, {to[1], to[0], to[3]}, p, p);
        passed += one || other;
    }
    EXPECT_EQ(passed, 20000);
}

}  // namespace
}  // namespace talus::couple
