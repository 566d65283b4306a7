// Paths through thin faces: plates, triangles, tubes, cones and discs.
#include <gtest/gtest.h>

#include "talus/sand/boundary/crossing.h"

namespace talus::sand {
namespace {

using environment::WallFace;

bool crosses(const WallFace& face, const Vec3d& p, const Vec3d& q) {
    const ThinFace thin(face);
    return thin.crosses(thin.at(p), thin.at(q), 1e-6);
}

TEST(ThinFace, Plate) {
    const WallFace plate{WallFace::Kind::Plate, 0, 0, {0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(crosses(plate, {1, 0.5, 0.1}, {1, 0.5, -0.2}));
    EXPECT_TRUE(crosses(plate, {1, 0.5, -0.1}, {1, 0.5, 0.2}));
    EXPECT_FALSE(crosses(plate, {1, 0.5, 0.1}, {1, 0.5, 0.2}));
    EXPECT_FALSE(crosses(plate, {1, 1.1, 0.1}, {1, 1.1, -0.2})) << "beside it";
    EXPECT_TRUE(crosses(plate, {1, 0.5, 0.1}, {1, 0.5, 0})) << "on it";
    EXPECT_TRUE(crosses(plate, {1.9, 0.5, 0.1}, {2.05, 0.5, -0.1})) << "through it, and beyond its border";
    EXPECT_FALSE(crosses(plate, {1.9, 0.5, 0.1}, {2.2, 0.5, -0.1})) << "past its border";
}

TEST(ThinFace, Triangle) {
    const WallFace triangle{WallFace::Kind::Triangle, 0, 0, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(crosses(triangle, {0.3, 0.3, 0.1}, {0.3, 0.3, -0.1}));
    EXPECT_FALSE(crosses(triangle, {0.7, 0.7, 0.1}, {0.7, 0.7, -0.1}));
}

TEST(ThinFace, TubeConeAndDisc) {
    const WallFace tube{WallFace::Kind::Swept, 0, 0, {0, 0, 0}, {0, 0, 1}, {2, 1, 1}};
    EXPECT_TRUE(crosses(tube, {0.9, 0, 1}, {1.1, 0, 1}));
    EXPECT_FALSE(crosses(tube, {0.9, 0, 2.1}, {1.1, 0, 2.1})) << "above its end";
    EXPECT_GT(ThinFace(tube).at({1.1, 0, 1}).side, 0) << "its front is outside";
    const WallFace cone{WallFace::Kind::Swept, 0, 0, {0, 0, 0}, {0, 0, 1}, {1, 1, 2}};
    EXPECT_TRUE(crosses(cone, {1.4, 0, 0.5}, {1.6, 0, 0.5}));
    EXPECT_FALSE(crosses(cone, {1.2, 0, 0.5}, {1.4, 0, 0.5}));
    const WallFace disc{WallFace::Kind::Swept, 0, 0, {0, 0, 0}, {0, 0, 1}, {0, 0, 1}};
    EXPECT_TRUE(crosses(disc, {0.5, 0, 0.1}, {0.5, 0, -0.1}));
    EXPECT_FALSE(crosses(disc, {1.5, 0, 0.1}, {1.5, 0, -0.1}));
}

}  // namespace
}  // namespace talus::sand
