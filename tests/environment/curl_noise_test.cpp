#include "talus/environment/air/curl_noise.h"

#include <gtest/gtest.h>

#include <numbers>

#include "talus/environment/air/air.h"

namespace talus::environment {
namespace {

TEST(CurlNoise, CosineOfTurnsMatchesTheStandardLibrary) {
    for (int k = -3000; k <= 3000; ++k) {
        const double turns = k * 0.00137;
        EXPECT_NEAR(cosineOfTurns(turns), std::cos(2 * std::numbers::pi * turns), 6e-8);
    }
}

// Central differences of step h have an error of h^2 / 6 of the third derivatives, which go with (2 pi /
// smallest)^2 of the first: (2 pi h / 0.1)^2 / 6 = 1e-7 for h = 1e-5 m, and round-off of 1e-16 x v / h =
// 1e-11. The cosine's error of 6e-8 jumps nowhere, and counts as part of the function: it has no divergence
// either.
TEST(CurlNoise, HasNoDivergence) {
    const CurlNoise noise({.speed = 2, .size = 0.5, .smallest = 0.1, .turnover = 1, .drift = {0.3, 0, 0}},
                          {1, 2});
    const Random random{3, 4};
    constexpr double h = 1e-5;
    double gradients = 0;
    for (std::uint64_t k = 0; k < 200; ++k) {
        const Vec3d p{random.uniform(k, 0), random.uniform(k, 1), random.uniform(k, 2)};
        const double t = random.uniform(k, 3);
        const auto slope = [&](const Vec3d& step) {
            return (noise.at(p + step, t) - noise.at(p - step, t)) / (2 * h);
        };
        const Vec3d dx = slope({h, 0, 0}), dy = slope({0, h, 0}), dz = slope({0, 0, h});
        const double size = std::abs(dx.x) + std::abs(dy.y) + std::abs(dz.z);
        EXPECT_LT(std::abs(dx.x + dy.y + dz.z), 1e-5 * (size + 1));
        gradients += size / 200;
    }
    EXPECT_GT(gradients, 1);
}

// 24 waves of random phase: the mean square over 20000 places, which are far apart, scatters by a few
// hundredths.
TEST(CurlNoise, RootMeanSquareSpeedIsTheOneAskedFor) {
    const CurlNoise noise({.speed = 2, .size = 0.5, .smallest = 0.1, .turnover = 1, .drift = {}}, {1, 2});
    const Random random{3, 4};
    double square = 0;
    for (std::uint64_t k = 0; k < 20000; ++k)
        square += squaredLength(noise.at(
                      Vec3d{random.uniform(k, 0), random.uniform(k, 1), random.uniform(k, 2)} * 1000.0, 0)) /
                  20000;
    EXPECT_NEAR(std::sqrt(square), 2, 0.1);
}

// Far from the core the vortex of Lamb and Oseen is one of a line: v = Gamma / (2 pi r); on the axis it
// stands still. At r = 1 m, c = 0.1 m, exp(-100) is nothing.
TEST(Air, TurnsAboutAVortex) {
    const Air air({}, {{{0, 0, 5}, {0, 0, 2}, 3, 0.1, 0}}, {}, {1, 1});
    const Vec3d v = air.at({1, 0, 0}, 0);
    EXPECT_NEAR(v.y, 3 / (2 * std::numbers::pi), 1e-12);
    EXPECT_NEAR(length(v), v.y, 1e-12);
    EXPECT_EQ(air.at({0, 0, 0}, 0), Vec3d{});
}

// Mean and standard deviation over a thousand gusts.
TEST(Air, BlowsInGusts) {
    const Air air({{2, 0, 0}, 0.25, 1}, {}, {}, {1, 1});
    double mean = 0, square = 0;
    for (int k = 0; k < 100000; ++k) {
        const double v = air.windAt(0.0137 * k).x;
        mean += v / 100000;
        square += v * v / 100000;
    }
    EXPECT_NEAR(mean, 2, 0.01);
    EXPECT_NEAR(std::sqrt(square - mean * mean), 0.5, 0.02);
}

}  // namespace
}  // namespace talus::environment
