#include "talus/picture/camera_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace talus::picture {
namespace {

const std::vector<double> times{0, 1, 1.5, 4, 7};
const std::vector<double> values{2, 5, 5, -3, -3.5};

TEST(SmoothCurve, PassesThroughAllPointsAndRestsOutside) {
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_NEAR(smoothCurve(times, values, times[i]), values[i], 1e-12) << i;
    EXPECT_EQ(smoothCurve(times, values, -1), 2);
    EXPECT_EQ(smoothCurve(times, values, 99), -3.5);
    EXPECT_EQ(smoothCurve(std::vector{3.0}, std::vector{8.0}, 0), 8);
}

TEST(SmoothCurve, StaysBetweenNeighboursAndIsMonotoneThere) {
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        const double low = std::min(values[i], values[i + 1]), high = std::max(values[i], values[i + 1]);
        const double sign = values[i + 1] >= values[i] ? 1 : -1;
        double last = values[i];
        for (int k = 1; k <= 100; ++k) {
            const double now = smoothCurve(times, values, times[i] + (times[i + 1] - times[i]) * k / 100);
            EXPECT_GE(now, low - 1e-12);
            EXPECT_LE(now, high + 1e-12);
            EXPECT_GE(sign * (now - last), -1e-12);
            last = now;
        }
    }
}

// A jump of the derivative at a keyframe, or where the camera starts to move, would be seen as a jerk.
TEST(SmoothCurve, HasAContinuousDerivative) {
    constexpr double h = 1e-5;
    for (const double t : times) {
        const double before = (smoothCurve(times, values, t) - smoothCurve(times, values, t - h)) / h;
        const double after = (smoothCurve(times, values, t + h) - smoothCurve(times, values, t)) / h;
        EXPECT_NEAR(before, after, 1e-3) << t;
    }
}

TEST(SmoothCurve, TakesVectorsByComponent) {
    const std::vector<Vec3d> path{{0, 1, 2}, {1, 1, 0}, {3, 0, -1}, {2, 0, 5}, {0, 0, 0}};
    const std::vector<double> x{0, 1, 3, 2, 0};
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_LT(length(smoothCurve(times, path, times[i]) - path[i]), 1e-12);
    EXPECT_EQ(smoothCurve(times, path, 2.2).x, smoothCurve(times, x, 2.2));
}

TEST(TurnedAbout, KeepsDistanceAndHeightAndReturnsAfterATurn) {
    const Camera camera = lookAt({2, -3, 1.5}, {0.2, 0.1, 0.3}, 0.7);
    for (const double angle : {0.3, 1.0, 3.0, 5.5}) {
        const Camera turned = turnedAbout(camera, camera.target, angle);
        EXPECT_NEAR(length(turned.position - camera.target), length(camera.position - camera.target), 1e-12);
        EXPECT_EQ(turned.position.z, camera.position.z);
        EXPECT_LT(length(turned.target - camera.target), 1e-12);
    }
    const Camera quarter = turnedAbout(lookAt({1, 0, 0}, {0, 0, 0}, 0.7), {0, 0, 0}, 0.5 * std::numbers::pi);
    EXPECT_LT(length(quarter.position - Vec3d{0, 1, 0}), 1e-12) << "anticlockwise from above";
    const Camera whole = turnedAbout(camera, {5, 5, 5}, 2 * std::numbers::pi);
    EXPECT_LT(length(whole.position - camera.position), 1e-12);
}

// From above north is up at first, and turns with the camera: the picture does not jump.
TEST(TurnedAbout, TurnsThePictureOfACameraThatLooksDown) {
    const Camera down = turnedAbout(lookAt({0, 0, 3}, {0, 0, 0}, 0.7), {0, 0, 0}, 0.5 * std::numbers::pi);
    EXPECT_LT(length(axesOf(down).up - Vec3d{-1, 0, 0}), 1e-12);
}

TEST(FrameFromAllSides, HoldsAllPointsAllTheWayAndNotMuchMore) {
    const std::vector<Vec3d> points{{0, 0, 0}, {4, 0.5, 0}, {3, 1, 0.8}, {0, 1, 0.2}};
    constexpr int width = 640, height = 360;
    const Camera start = frameFromAllSides(points, double(width) / height, 0.5);
    double nearest_edge = 1e9;
    for (int k = 0; k < 360; ++k) {
        const Camera camera = turnedAbout(start, start.target, 2 * std::numbers::pi * k / 360);
        for (const Vec3d& point : points) {
            const Projected p = project(camera, width, height, point);
            ASSERT_GT(p.depth, 0);
            nearest_edge =
                std::min({nearest_edge, p.x / width, 1 - p.x / width, p.y / height, 1 - p.y / height});
        }
    }
    EXPECT_GT(nearest_edge, 0.045);
    EXPECT_LT(nearest_edge, 0.06);
}

}  // namespace
}  // namespace talus::picture
