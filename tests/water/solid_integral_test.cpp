// The share of a kernel in a solid behind triangles.
#include "talus/water/boundary/solid_integral.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

constexpr double support = 0.2;

/// The faces of a cuboid in squares of two triangles, some 0.05 wide, as the surface of a volume has them.
class Cuboid {
  public:
    Cuboid(const Vec3d& min, const Vec3d& max) : min_(min), max_(max) {}

    SolidIntegral::Sum seenFrom(const SolidIntegral& integral, const Vec3d& place) const {
        SolidIntegral::Sum sum;
        const Vec3d size = max_ - min_;
        const std::array<Vec3d, 3> axis{{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}};
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3d &u = axis[(k + 1) % 3], &v = axis[(k + 2) % 3];
            const int m = parts(u), n = parts(v);
            for (int i = 0; i < m; ++i)
                for (int j = 0; j < n; ++j) {
                    const Vec3d p = min_ + u * (double(i) / m) + v * (double(j) / n), du = u * (1.0 / m),
                                dv = v * (1.0 / n);
                    // u x v is along the axis: out of the upper face, into the solid at the lower one.
                    const Vec3d q = p + axis[k];
                    integral.add(place, q, q + du, q + du + dv, sum);
                    integral.add(place, q, q + du + dv, q + dv, sum);
                    integral.add(place, p, p + du + dv, p + du, sum);
                    integral.add(place, p, p + dv, p + du + dv, sum);
                }
        }
        return sum;
    }
    bool has(const Vec3d& p) const {
        return p.x > min_.x && p.y > min_.y && p.z > min_.z && p.x < max_.x && p.y < max_.y && p.z < max_.z;
    }

  private:
    static int parts(const Vec3d& side) { return std::max(1, static_cast<int>(length(side) / 0.05)); }
    Vec3d min_, max_;
};

const Cuboid ground({-0.5, -0.5, -0.5}, {0.5, 0.5, 0});

// By the midpoint rule on a cubic grid of 80 cells across, good to 1e-3: over a face, an edge and a corner.
TEST(SolidIntegral, IsTheKernelsShareOfTheSolid) {
    const CubicSpline<double> kernel(support);
    const WallIntegral layers(Kernel::CubicSpline, support, support / 2);
    for (const double x : {0.0, 0.35, 0.47, 0.55})
        for (const double y : {0.01, 0.48})
            for (const double z : {0.02, 0.05, 0.1, 0.17}) {
                const Vec3d place{x, y, z};
                constexpr int half = 40;
                const double cell = support / half;
                double share = 0;
                for (int k = -half; k < half; ++k)
                    for (int j = -half; j < half; ++j)
                        for (int i = -half; i < half; ++i) {
                            const Vec3d p = Vec3d{i + 0.5, j + 0.5, k + 0.5} * cell;
                            if (ground.has(place + p))
                                share += kernel.value<double>(length(p)) * cell * cell * cell;
                        }
                EXPECT_NEAR(ground.seenFrom(layers.solid(), place).share, share, 2e-3)
                    << x << ' ' << y << ' ' << z;
            }
}

// Of a ball in closed form, against the midpoint rule as above; and its slope against differences of it.
TEST(SolidIntegral, BallMatchesTheExactKernelShare) {
    const CubicSpline<double> kernel(support);
    const WallIntegral layers(Kernel::CubicSpline, support, support / 2);
    for (const double radius : {0.06, 0.2, 0.5})
        for (const double d : {-0.04, 0.02, 0.05, 0.1, 0.17}) {
            constexpr int half = 40;
            const double cell = support / half;
            double share = 0;
            for (int k = -half; k < half; ++k)
                for (int j = -half; j < half; ++j)
                    for (int i = -half; i < half; ++i) {
                        const Vec3d p = Vec3d{i + 0.5, j + 0.5, k + 0.5} * cell;
                        if (length(p + Vec3d{0, 0, d + radius}) < radius)
                            share += kernel.value<double>(length(p)) * cell * cell * cell;
                    }
            const SolidIntegral& solid = layers.solid();
            EXPECT_NEAR(solid.ball(d, radius).share, share, 2e-3) << radius << ' ' << d;
            constexpr double step = 1e-4;
            const double slope =
                (solid.ball(d - step, radius).share - solid.ball(d + step, radius).share) / (2 * step);
            EXPECT_NEAR(solid.ball(d, radius).slope, slope, 1e-3 / support) << radius << ' ' << d;
        }
}

// Over a face it is the half space of the walls, in layers.
TEST(SolidIntegral, HalfSpaceMatchesTheWallIntegral) {
    for (const Kernel kernel : {Kernel::CubicSpline, Kernel::WendlandC2}) {
        const WallIntegral layers(kernel, support, support / 2);
        for (double z = 0.03; z < 0.2; z += 0.013) {
            const auto sum = layers.solid().inLayers(ground.seenFrom(layers.solid(), {0.013, 0.021, z}));
            EXPECT_NEAR(sum.share, layers.share(z), 2e-3) << z;
            EXPECT_NEAR(sum.gradient.z, -layers.slope(z), 0.01 * layers.slope(support / 4)) << z;
            EXPECT_NEAR(sum.gradient.x, 0, 0.01 * layers.slope(support / 4)) << z;
        }
    }
}

// Its gradient is that of the share, past edges and corners too.
TEST(SolidIntegral, GradientIsThatOfTheShare) {
    const WallIntegral layers(Kernel::CubicSpline, support, support / 2);
    const auto at = [&](const Vec3d& p) {
        return layers.solid().inLayers(ground.seenFrom(layers.solid(), p));
    };
    const double d = 1e-3, steepest = layers.slope(support / 4);
    for (double x = 0.3; x < 0.7; x += 0.037)
        for (const double z : {0.04, 0.09, 0.14}) {
            const Vec3d p{x, 0.45, z};
            const Vec3d slope{(at(p + Vec3d{d, 0, 0}).share - at(p - Vec3d{d, 0, 0}).share) / (2 * d),
                              (at(p + Vec3d{0, d, 0}).share - at(p - Vec3d{0, d, 0}).share) / (2 * d),
                              (at(p + Vec3d{0, 0, d}).share - at(p - Vec3d{0, 0, d}).share) / (2 * d)};
            EXPECT_LT(length(at(p).gradient - slope), 0.03 * steepest) << x << ' ' << z;
        }
    EXPECT_EQ(ground.seenFrom(layers.solid(), {0, 0, 0.3}).share, 0);
}

}  // namespace
}  // namespace talus::water
