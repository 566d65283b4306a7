#include "talus/picture/camera.h"

#include "talus/core/rng.h"
#include "talus/picture/picture.h"

namespace talus::picture {
namespace {

// The corners of the box, and so everything in it, must project into the picture, whatever its shape and that
// of the picture; and one of them close to an edge, or the picture would be too empty. The margin is 10 % of
// a half side.
TEST(FrameAutomatically, HoldsTheWholeBoxAndNotMuchMore) {
    const Random random{5, 6};
    for (std::uint64_t i = 0; i < 200; ++i) {
        const auto draw = [&](double low, double high, std::uint32_t channel) {
            return random.uniform(low, high, i, channel);
        };
        const Vec3d corner{draw(-50, 50, 0), draw(-50, 50, 1), draw(-50, 50, 2)};
        const Vec3d size{std::pow(10, draw(-3, 3, 3)), std::pow(10, draw(-3, 3, 4)),
                         std::pow(10, draw(-3, 3, 5))};
        const geometry::Box box{corner, corner + size};
        const int width = 640, height = int(draw(200, 1200, 6));
        const Camera camera =
            frameAutomatically(box, double(width) / height, draw(-3.1, 3.1, 7), draw(-1.5, 1.5, 8));
        double nearest_edge = 1e9;
        for (int k = 0; k < 8; ++k) {
            const Projected p = project(camera, width, height,
                                        {k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y,
                                         k & 4 ? box.max.z : box.min.z});
            ASSERT_GT(p.depth, 0);
            ASSERT_GE(p.x, 0.049 * width);
            ASSERT_LE(p.x, 0.951 * width);
            ASSERT_GE(p.y, 0.049 * height);
            ASSERT_LE(p.y, 0.951 * height);
            nearest_edge =
                std::min({nearest_edge, p.x / width, 1 - p.x / width, p.y / height, 1 - p.y / height});
        }
        EXPECT_LT(nearest_edge, 0.055);
    }
}

TEST(FrameAutomatically, LooksStraightDownToo) {
    const Camera camera = frameAutomatically({{-1, -1, 0}, {1, 1, 1}}, 1.5, 0, 1.5707963267948966);
    const Projected p = project(camera, 300, 200, {0, 0.5, 1});
    EXPECT_NEAR(p.x, 150, 1e-6);
    EXPECT_LT(p.y, 100) << "north is up";
}

// Along z there is no z up in the picture; rounding of a place far off must not turn it.
TEST(LookAt, StraightDownAndUpHaveNorthUp) {
    for (const double height : {0.1, -0.1, 1e4})
        for (const double off : {0.0, 1e-12, -1e-12}) {
            Picture picture;
            picture.camera = lookAt({5 + off, 7, height}, {5, 7, 0}, 0.6);
            EXPECT_TRUE(checkPicture(picture).ok());
            EXPECT_NEAR(axesOf(picture.camera).up.y, 1, 1e-9) << height << " " << off;
        }
    EXPECT_EQ(lookAt({0, -1, 2}, {0, 0, 0}, 0.6).up, (Vec3d{0, 0, 1}));
}

TEST(Project, FollowsThePinholeModel) {
    const Camera camera{{0, -2, 0}, {0, 0, 0}, {0, 0, 1}, 2 * std::atan(0.5)};
    // At distance 2 the half height is 1 m on 100 pixels.
    const Projected p = project(camera, 400, 200, {0.5, 0, 0.25});
    EXPECT_NEAR(p.x, 250, 1e-9);
    EXPECT_NEAR(p.y, 75, 1e-9);
    EXPECT_NEAR(p.depth, 2, 1e-12);
}

TEST(Bounds, HoldSpheresMeshesAndObstaclesAndSkipPlanes) {
    const std::vector<Vec3d> centre{{0, 0, 0}, {std::nan(""), 0, 0}};
    const double radius = 0.5;
    Picture picture;
    EXPECT_EQ(boundsOf(picture).min, (Vec3d{-1, -1, -1}));
    picture.spheres = {{centre, {&radius, 1}, {Colour{}}, {}, 0}};
    picture.obstacles = {{geometry::Plane{{0, 0, -9}, {0, 0, 1}}}, {geometry::Sphere{{3, 0, 0}, 1}}};
    EXPECT_EQ(boundsOf(picture).min, (Vec3d{-0.5, -1, -1}));
    EXPECT_EQ(boundsOf(picture).max, (Vec3d{4, 1, 1}));
    picture.obstacles = {{geometry::Box{{-2, -2, 0}, {2, 2, 5}}, {}, true, 1.0}};
    EXPECT_EQ(boundsOf(picture).max, (Vec3d{2, 2, 1})) << "walls count as high as they are drawn";
}

}  // namespace
}  // namespace talus::picture
