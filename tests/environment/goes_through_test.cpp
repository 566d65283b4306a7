// Which faces stand between two places.
#include "talus/environment/contact/goes_through.h"

#include <gtest/gtest.h>

namespace talus::environment {
namespace {

using Kind = WallFace::Kind;

bool through(const WallFace& face, const Vec3d& from, const Vec3d& to) {
    const bool there = goesThrough(face, from, to).has_value(),
               back = goesThrough(face, to, from).has_value();
    EXPECT_EQ(there, back);
    return there;
}

TEST(GoesThrough, PlatesAndTrianglesWithinTheirBorders) {
    const WallFace plate{Kind::Plate, 0, 0, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(through(plate, {0.5, 0.5, 0.1}, {0.6, 0.5, -0.1}));
    EXPECT_FALSE(through(plate, {0.5, 0.5, 0.1}, {0.6, 0.5, 0.2}));
    EXPECT_FALSE(through(plate, {1.1, 0.5, 0.1}, {1.2, 0.5, -0.1}));
    const WallFace triangle{Kind::Triangle, 0, 0, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(through(triangle, {0.2, 0.2, 0.1}, {0.2, 0.2, -0.1}));
    EXPECT_FALSE(through(triangle, {0.7, 0.7, 0.1}, {0.7, 0.7, -0.1}));
}

TEST(GoesThrough, TubesConesAndDiscs) {
    const WallFace tube{Kind::Swept, 0, 0, {0, 0, 0}, {0, 0, 1}, {1, 0.5, 0.5}};
    EXPECT_TRUE(through(tube, {0.45, 0, 0.5}, {0.55, 0, 0.5}));
    EXPECT_FALSE(through(tube, {0.45, 0, 0.5}, {-0.45, 0.1, 0.5}));  // within
    EXPECT_FALSE(through(tube, {0.45, 0, 1.1}, {0.55, 0, 1.1}));     // above its rim
    EXPECT_TRUE(through(tube, {0.6, 0, 0.5}, {-0.6, 0, 0.5}));       // right across
    const WallFace cone{Kind::Swept, 0, 0, {0, 0, 0}, {0, 0, 1}, {1, 0.1, 0.5}};
    EXPECT_TRUE(through(cone, {0.25, 0, 0.5}, {0.35, 0, 0.5}));
    EXPECT_FALSE(through(cone, {0.05, 0, 0.5}, {0.25, 0, 0.5}));
    const WallFace ring{Kind::Swept, 0, 0, {0, 0, 0}, {0, 0, 1}, {0, 0.2, 0.5}};
    EXPECT_TRUE(through(ring, {0.3, 0, 0.1}, {0.3, 0, -0.1}));
    EXPECT_FALSE(through(ring, {0.1, 0, 0.1}, {0.1, 0, -0.1}));  // its hole
}

// Of solids only what is on the opposite side is behind them; what is round an edge is not.
TEST(GoesThrough, SolidsFromOneSideToTheOther) {
    const WallFace board{Kind::BoxOutside, 0, 0, {0, 0, 0}, {1, 1, 0.1}, {}};
    EXPECT_TRUE(through(board, {0.5, 0.5, 0.2}, {0.5, 0.6, -0.1}));
    EXPECT_FALSE(through(board, {0.9, 0.5, 0.12}, {1.1, 0.5, -0.05}));
    EXPECT_FALSE(through(board, {0.5, 0.5, 0.2}, {0.7, 0.5, 0.2}));
    const WallFace rod{Kind::Rod, 0, 0, {0, 0, 0}, {0, 0, 1}, {1, 0.1, 0}};
    EXPECT_TRUE(through(rod, {0.15, 0, 0.5}, {-0.15, 0.01, 0.5}));
    EXPECT_FALSE(through(rod, {0.15, 0, 0.5}, {0, 0.15, 0.5}));
}

}  // namespace
}  // namespace talus::environment
