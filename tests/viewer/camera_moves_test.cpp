#include "viewer/pictures/camera_moves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talus::viewer {
namespace {

constexpr int width = 640, height = 480;

picture::Camera someCamera() { return picture::lookAt({2, -3, 1.5}, {0.2, 0.1, 0.3}, 0.7); }

TEST(CameraMoves, OrbitKeepsTheDistanceFromThePivotAndItsPixel) {
    const picture::Camera camera = someCamera();
    const Vec3d pivot{0.4, 0.3, 0.2};
    const auto before = picture::project(camera, width, height, pivot);
    const picture::Camera moved = orbited(camera, pivot, 0.6, 0.2);
    EXPECT_NEAR(length(moved.position - pivot), length(camera.position - pivot), 1e-12);
    const auto after = picture::project(moved, width, height, pivot);
    EXPECT_NEAR(after.x, before.x, 1e-6);
    EXPECT_NEAR(after.y, before.y, 1e-6);
    EXPECT_GT(length(moved.position - camera.position), 0.5);
}

// To the right: what is in front of the pivot moves to the right in the picture. Up: one looks from below.
TEST(CameraMoves, OrbitTurnsTheSceneTheWayOfTheMouse) {
    const picture::Camera camera = picture::lookAt({0, -5, 0}, {0, 0, 0}, 0.7);
    const Vec3d near{0, -1, 0};
    const auto right = picture::project(orbited(camera, {0, 0, 0}, 0.1, 0), width, height, near);
    EXPECT_GT(right.x, 0.5 * width + 5);
    const picture::Camera up = orbited(camera, {0, 0, 0}, 0, 0.1);
    EXPECT_GT(up.position.z, 0.1);
    EXPECT_GT(picture::project(up, width, height, near).y, 0.5 * height + 5);
}

TEST(CameraMoves, OrbitStopsShortOfThePoles) {
    picture::Camera camera = someCamera();
    for (int k = 0; k < 20; ++k) camera = orbited(camera, camera.target, 0, 0.5);
    const Vec3d forward = picture::axesOf(camera).forward;
    EXPECT_LT(forward.z, -0.99);
    EXPECT_GT(forward.z, -1);
    EXPECT_TRUE(std::isfinite(camera.position.x));
    for (int k = 0; k < 40; ++k) camera = orbited(camera, camera.target, 0, -0.5);
    EXPECT_GT(picture::axesOf(camera).forward.z, 0.99);
}

TEST(CameraMoves, ZoomKeepsThePointUnderTheMouse) {
    const picture::Camera camera = someCamera();
    const Vec3d point{-0.3, 0.5, 0.1};
    const auto before = picture::project(camera, width, height, point);
    const picture::Camera moved = zoomed(camera, point, 0.5);
    const auto after = picture::project(moved, width, height, point);
    EXPECT_NEAR(after.x, before.x, 1e-9);
    EXPECT_NEAR(after.y, before.y, 1e-9);
    EXPECT_NEAR(after.depth, 0.5 * before.depth, 1e-12);
}

TEST(CameraMoves, PanMovesWhatIsAtTheDepthByThatShareOfTheHeight) {
    const picture::Camera camera = someCamera();
    const double depth = length(camera.target - camera.position);
    const auto after = picture::project(panned(camera, depth, 0.25, -0.1), width, height, camera.target);
    EXPECT_NEAR(after.x - 0.5 * width, 0.25 * height, 1e-9);
    EXPECT_NEAR(after.y - 0.5 * height, 0.1 * height, 1e-9);
}

TEST(CameraMoves, TheRayOfAPixelMeetsWhatIsDrawnThere) {
    const picture::Camera camera = someCamera();
    for (const auto& [x, y] : {std::pair{0.5, 0.5}, {320.0, 240.0}, {600.25, 17.0}}) {
        const run::Ray ray = rayThrough(camera, width, height, x, y);
        EXPECT_NEAR(length(ray.direction), 1, 1e-12);
        const auto pixel = picture::project(camera, width, height, ray.origin + ray.direction * 3.0);
        EXPECT_NEAR(pixel.x, x, 1e-9);
        EXPECT_NEAR(pixel.y, y, 1e-9);
    }
}

TEST(CameraMoves, AsToml) {
    EXPECT_EQ(asToml(picture::lookAt({1, 2, 3}, {0, 0, 0.5}, std::numbers::pi / 4), "view"),
              "[[camera]]\nname = \"view\"\nposition = [1, 2, 3]\ntarget = [0, 0, 0.5]\nfov = \"45 deg\"\n");
}

}  // namespace
}  // namespace talus::viewer
