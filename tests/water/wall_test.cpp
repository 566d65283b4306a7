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

TEST(WallIntegral, LatticeAtAWallHasTheDensityOfAnInfiniteOne) {
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

TEST(WallIntegral, SlopeIsTheDerivativeOfTheShare) {
    for (const Kernel kernel : {Kernel::CubicSpline, Kernel::WendlandC2}) {
        const WallIntegral integral(kernel, support, support / 2);
        for (double d = -0.09; d < 0.19; d += 0.013) {
            const double step = 1e-3;  // some entries of the table
            EXPECT_NEAR(integral.slope(d), (integral.share(d - step) - integral.share(d + step)) / (2 * step),
                        0.01 * integral.slope(0.05));
        }
    }
}

TEST(Corner, IsExactForPlanesThroughTheCentre) {
    // A wedge of the angle a between the normals leaves (pi - a) / (2 pi) free.
    for (double angle = 0; angle <= std::numbers::pi + 1e-9; angle += std::numbers::pi / 12)
        EXPECT_NEAR(freeShare(0.5, 0.5, std::cos(angle)).share,
                    (std::numbers::pi - angle) / (2 * std::numbers::pi), 1e-9)
            << angle;
}

TEST(Corner, TwoWallsAreCloseToTheExactKernelShare) {
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

/// What water at a place sees of some walls.
double solidShare(const environment::Walls& walls, const WallIntegral& integral, const Vec3d& place,
                  Vec3d* gradient = nullptr) {
    const environment::WallsAt now(walls, 0);
    const SolidsAt solids{now};
    ContactSearch search;
    facesNear(solids, place, integral.reach(), search.faces);
    const double free = contactsOf(solids, integral, place, search);
    if (gradient != nullptr)
        for (const Contact& contact : search.found) *gradient += contact.gradient * contact.effect;
    return 1 - free;
}

environment::Wall boxFrom(const Vec3d& min, const Vec3d& max) {
    environment::Wall box;
    box.kind = environment::Wall::Kind::BoxOutside;
    box.box = {min, max};
    return box;
}
environment::Wall floorAt(double z) {
    environment::Wall plane;
    plane.plane = {{0, 0, z}, {0, 0, 1}};
    return plane;
}
environment::Walls wallsOf(const std::vector<environment::Wall>& all) {
    return {all, std::vector<std::uint16_t>(all.size(), 0), {}};
}

// Around an edge and a corner of a box: by how much the kernel is in the box. The kernel is no product of its
// axes: 0.02, as for walls that meet. The half space through the nearest point is off by up to 0.2.
TEST(ConvexEdge, HasTheKernelsOwnShareOfTheBox) {
    const WallIntegral integral(Kernel::CubicSpline, support, support / 200);
    const environment::Walls walls = wallsOf({boxFrom({-1, -1, -1}, {0, 0, 0})});
    for (const double x : {-0.1, -0.05, 0.0, 0.05, 0.1})
        for (const double y : {-1.0, -0.05, 0.05})
            for (const double z : {0.0, 0.05, 0.1}) {
                const Vec3d p{x, y < -0.5 ? -0.5 : y, z};
                const double in_box = shareOf([&](const Vec3d& q) {
                    const Vec3d at = p + q;
                    return at.x < 0 && at.y < 0 && at.z < 0;
                });
                EXPECT_NEAR(solidShare(walls, integral, p), in_box, 0.02) << x << ' ' << y << ' ' << z;
            }
}

// Past the edge the share falls evenly to nothing: no step of it pushes particles about. And its gradient is
// that of the share.
TEST(ConvexEdge, ShareIsContinuousAcrossTheEdge) {
    const WallIntegral integral(Kernel::CubicSpline, support, support / 2);
    const environment::Walls walls =
        wallsOf({boxFrom({-1, -1, -0.03}, {0, 1, 0})});  // thinner than the kernel
    const double step = 1e-4;
    double last = -1;
    for (double x = -0.25; x < 0.25; x += step) {
        const Vec3d p{x, 0, 0.04};
        Vec3d gradient;
        const double share = solidShare(walls, integral, p, &gradient);
        if (last >= 0) {
            EXPECT_LT(std::abs(share - last), 20 * step) << x;
        }
        last = share;
        if (std::fmod(std::abs(x), 0.01) > step) continue;
        const double d = 2e-4;
        const double along = (solidShare(walls, integral, p + Vec3d{d, 0, 0}) -
                              solidShare(walls, integral, p - Vec3d{d, 0, 0})) /
                             (2 * d),
                     up = (solidShare(walls, integral, p + Vec3d{0, 0, d}) -
                           solidShare(walls, integral, p - Vec3d{0, 0, d})) /
                          (2 * d);
        EXPECT_NEAR(gradient.x, along, 0.1) << x;
        EXPECT_NEAR(gradient.z, up, 0.1) << x;
    }
}

// A box that stands on a floor has no edge down there: where both are half spaces through the middle of the
// kernel a quarter is free, and beside it what the two leave.
TEST(ConvexEdge, BoxOnAFloorHasNoEdgeThere) {
    const WallIntegral integral(Kernel::CubicSpline, support, support / 200);
    const environment::Walls walls = wallsOf({boxFrom({-1, -1, 0}, {0, 1, 1}), floorAt(0)});
    for (const double x : {0.0, 0.05, 0.1})
        for (const double z : {0.0, 0.05, 0.1}) {
            const double solid = shareOf([&](const Vec3d& q) { return q.x < -x || q.z < -z; });
            EXPECT_NEAR(solidShare(walls, integral, {x, 0, z}), solid, 0.02) << x << ' ' << z;
        }
}

}  // namespace
}  // namespace talus::water
