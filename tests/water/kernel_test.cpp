// Kernels: integral 1, gradient and Laplacian against finite differences.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/water/kernel/mueller.h"
#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

constexpr double support = 0.37;

/// 4 pi int W r^2 dr by the midpoint rule, whose error here is far below the tolerances.
template <class K>
double integralOf(const K& kernel) {
    constexpr int steps = 200000;
    double sum = 0;
    for (int k = 0; k < steps; ++k) {
        const double r = support * (k + 0.5) / steps;
        sum += 4 * std::numbers::pi * r * r * kernel.template value<double>(r) * support / steps;
    }
    return sum;
}

/// Largest difference of gradient(r) r to the central difference of W, as a share of the largest slope.
template <class K>
double gradientError(const K& kernel) {
    double worst = 0, steepest = 0;
    constexpr double step = 1e-6;
    for (double q = 0.05; q < 0.995; q += 0.0103) {
        const double r = q * support;
        const double slope =
            (kernel.template value<double>(r + step) - kernel.template value<double>(r - step)) / (2 * step);
        worst = std::max(worst, std::abs(kernel.template gradient<double>(r, 1 / r) * r - slope));
        steepest = std::max(steepest, std::abs(slope));
    }
    return worst / steepest;
}

/// Likewise of lap(r) to W'' + 2 W'/r.
template <class Value, class Laplacian>
double laplacianError(Value value, Laplacian laplacian) {
    double worst = 0, most = 0;
    constexpr double step = 1e-4 * support;
    for (double q = 0.1; q < 0.98; q += 0.0103) {
        const double r = q * support, middle = value(r), up = value(r + step), down = value(r - step);
        const double found = (up - 2 * middle + down) / (step * step) + (up - down) / (step * r);
        worst = std::max(worst, std::abs(laplacian(r) - found));
        most = std::max(most, std::abs(found));
    }
    return worst / most;
}

TEST(Kernel, HaveAnIntegralOfOne) {
    EXPECT_NEAR(integralOf(CubicSpline<double>(support)), 1, 1e-8);
    EXPECT_NEAR(integralOf(WendlandC2<double>(support)), 1, 1e-8);
    EXPECT_NEAR(integralOf(Poly6<double>(support)), 1, 1e-8);
    EXPECT_NEAR(integralOf(Spiky<double>(support)), 1, 1e-8);
    // 1 / r in it: the rule's error is of second order near 0 as well.
    EXPECT_NEAR(integralOf(Viscosity<double>(support)), 1, 1e-8);
    // What is cut off (mueller.h).
    EXPECT_NEAR(integralOf(Gaussian<double>(support)), 1 - 4.3982e-4, 1e-7);
}

TEST(Kernel, GradientIsThatOfTheValue) {
    EXPECT_LT(gradientError(CubicSpline<double>(support)), 1e-6);
    EXPECT_LT(gradientError(WendlandC2<double>(support)), 1e-6);
    EXPECT_LT(gradientError(Poly6<double>(support)), 1e-6);
    EXPECT_LT(gradientError(Spiky<double>(support)), 1e-6);
    EXPECT_LT(gradientError(Viscosity<double>(support)), 1e-6);
    EXPECT_LT(gradientError(Gaussian<double>(support)), 1e-6);
}

TEST(Kernel, LaplacianIsThatOfTheValue) {
    const Poly6<double> poly6(support);
    EXPECT_LT(laplacianError([&](double r) { return poly6.value<double>(r); },
                             [&](double r) { return poly6.laplacianOfSquare<double>(r * r); }),
              1e-4);
    const Spiky<double> spiky(support);
    EXPECT_LT(laplacianError([&](double r) { return spiky.value<double>(r); },
                             [&](double r) { return spiky.laplacian<double>(r, 1 / r); }),
              1e-4);
    const Viscosity<double> viscosity(support);
    EXPECT_LT(laplacianError([&](double r) { return viscosity.value<double>(r); },
                             [&](double r) { return viscosity.laplacian<double>(r); }),
              1e-4);
}

TEST(Kernel, IsNothingBeyondItsSupport) {
    for (const double r : {support, 1.5 * support, 1e9}) {
        EXPECT_EQ(CubicSpline<double>(support).value<double>(r), 0);
        EXPECT_EQ((CubicSpline<double>(support).gradient<double>(r, 1 / r)), 0);
        EXPECT_EQ(WendlandC2<double>(support).value<double>(r), 0);
        EXPECT_EQ((WendlandC2<double>(support).gradient<double>(r, 1 / r)), 0);
        EXPECT_EQ(Poly6<double>(support).value<double>(r), 0);
        EXPECT_EQ(Spiky<double>(support).value<double>(r), 0);
        EXPECT_EQ(Viscosity<double>(support).laplacian<double>(r), 0);
    }
}

}  // namespace
}  // namespace talus::water
