// Walls as the water sees them: the boundary integrals of a half space, and corners.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/boundary/corner.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

constexpr double support = 0.2;

/// The share of a kernel at the origin where `solid` says so, by the midpoint rule on a cubic grid: good to
/// 1e-3 with 80 cells across.
template <class Solid>
double shareOf(Solid solid) {
    const CubicSpline<double> kernel(support);
    constexpr int half = 40;
    const double cell = support / half;
    double sum = 0;
    for (int k = -half; k < half; ++k)
        for (int j = -half; j < half; ++j)
            for (int i = -half; i < half; ++i) {
                const Vec3d p{(i + 0.5) * cell, (j + 0.5) * cell, (k + 0.5) * cell};
                if (solid(p)) sum += kernel.value<double>(length(p)) * cell * cell * cell;
            }
    return sum;
}

TEST(WallIntegral, MakesALatticeAtAWallAsDenseAsOneWithoutEnd) {
    // In-plane places of a lattice against an integral over the plane: the spline's error is seen here to be
    // 3e-4.
    const double spacing = support / 2;
    const CubicSpline<double> kernel(support);
    const WallIntegral integral(Kernel::CubicSpline, support, spacing);
    for (int row = 0; row < 3; ++row) {
        double sum = 0;
        for (int k = -row; k <= 2; ++k)
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i)
                    sum += std::pow(spacing, 3) *
                           kernel.value<double>(spacing * std::sqrt(double(i * i + j * j + k * k)));
        EXPECT_NEAR(sum + integral.share((row + 0.5) * spacing), 1, 5e-4) << row;
    }
}

TEST(WallIntegral, BecomesTheIntegralOverTheSolidWithThinLayers) {
    const WallIntegral integral(Kernel::CubicSpline, support, support / 200);
    for (const int cells : {-30, -10, 0, 5, 20, 35}) {
        const double d = support * cells / 40;  // on the grid's planes
        EXPECT_NEAR(integral.share(d), shareOf([&](const Vec3d& p) { return p.z < -d; }), 1e-3) << d;
    }
}

TEST(WallIntegral, SlopeIsHowTheShareFalls) {
    for (const Kernel kernel : {Kernel::CubicSpline, Kernel::WendlandC2}) {
        const WallIntegral integral(kernel, support, support / 2);
        for (double d = -0.09; d < 0.19; d += 0.013) {
            const double step = 1e-3;  // some entries of the table
            EXPECT_NEAR(integral.slope(d), (integral.share(d - step) - integral.share(d + step)) / (2 * step),
                        0.01 * integral.slope(0.05));
        }
    }
}

TEST(Corner, IsExactThroughTheMiddle) {
    // A wedge of the angle a between the normals leaves (pi - a) / (2 pi) free.
    for (double angle = 0; angle <= std::numbers::pi + 1e-9; angle += std::numbers::pi / 12)
        EXPECT_NEAR(freeShare(0.5, 0.5, std::cos(angle)).share,
                    (std::numbers::pi - angle) / (2 * std::numbers::pi), 1e-9)
            << angle;
}

TEST(Corner, OfTwoWallsIsNearTheKernelsOwnShare) {
    const WallIntegral integral(Kernel::CubicSpline, support, support / 200);
    // Chosen from what is seen: the spline is no product of its axes; 0.02 of the kernel is a sixth of what a
    // particle of its own would add at this distance.
    for (const double angle : {60.0, 90.0, 120.0}) {
        const double a = angle * std::numbers::pi / 180;
        const Vec3d n{std::sin(a), 0, std::cos(a)};
        for (const double d : {0.05, 0.1})
            for (const double e : {0.05, 0.1}) {
                const double free = 1 - shareOf([&](const Vec3d& p) { return p.z < -d || dot(p, n) < -e; });
                EXPECT_NEAR(freeShare(1 - integral.share(d), 1 - integral.share(e), std::cos(a)).share, free,
                            0.02)
                    << angle << ' ' << d << ' ' << e;
            }
    }
}

TEST(Corner, DerivativesAreThoseOfTheShare) {
    for (const double c : {-0.8, -0.3, 0.0, 0.4, 0.9})
        for (const double f : {0.6, 0.9})
            for (const double g : {0.55, 0.8}) {
                const double step = 1e-6;
                const FreeShare at = freeShare(f, g, c);
                EXPECT_NEAR(at.by_f,
                            (freeShare(f + step, g, c).share - freeShare(f - step, g, c).share) / (2 * step),
                            1e-6);
                EXPECT_NEAR(at.by_g,
                            (freeShare(f, g + step, c).share - freeShare(f, g - step, c).share) / (2 * step),
                            1e-6);
            }
}

}  // namespace
}  // namespace talus::water
