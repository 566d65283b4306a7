// The quick search for contacts of spheres with the ground, against the plain one.
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/ground_height_bound.h"

#include "talus/core/rng.h"
#include "talus/geometry/heightfield_contact.h"

namespace talus::geometry {
namespace {

/// Random heights in [0, rough], of cells of `spacing`; a third of them flat, so that feet and edges meet.
Heightfield roughGround(double spacing, double rough, std::uint64_t seed) {
    const auto count = static_cast<std::uint32_t>(std::clamp(8 / spacing, 6.0, 80.0));
    Heightfield field = flatHeightfield({-1, 2, spacing, count, count + 3}, 0);
    const Random random{static_cast<std::uint32_t>(seed), 1};
    for (std::size_t k = 0; k < field.height.size(); ++k)
        if (k % field.grid.columns > count / 3) field.height[k] = random.uniform(0, rough, k, 0);
    return field;
}

bool sameTouch(const GroundTouch& a, const GroundContact& b, double turned, double apart) {
    return length(a.normal - b.normal) < turned && std::abs(1 - a.distance - b.depth) < apart;
}

// Distances agree to round-off, normals to that of small distances. Spheres of radius 1 whose columns are
// from 0.2 to 20 radii apart, on ground from gentle to spiky, inside of the ground and over its border.
TEST(GroundSurface, FindsTheSameContactsAsThePlainSearch) {
    GroundContacts plain;
    std::vector<GroundTouch> found;
    std::size_t compared = 0, several = 0, twins = 0, below = 0;
    for (const double spacing : {0.2, 0.5, 1.0, 2.0, 5.0, 20.0})
        for (const double rough : {0.05, 0.5, 3.0}) {
            const Heightfield field = roughGround(spacing, rough * spacing, 7);
            const GroundSurface surface(field.grid, field.height.view());
            const double size = spacing * (field.grid.columns - 1);
            const Random random{11, 2};
            for (std::uint64_t k = 0; k < 4000; ++k) {
                Vec3d centre{-1 + random.uniform(-0.05, 1.05, k, 0) * size,
                             2 + random.uniform(-0.05, 1.1, k, 1) * size, 0};
                if (k % 5 == 0) centre.x = -1 + spacing * std::round((centre.x + 1) / spacing);
                if (k % 7 == 0) centre.y = centre.x + 3;  // on a diagonal
                const auto under = surfaceAt(field.grid, field.height.view(), centre.x, centre.y);
                centre.z = (under ? under->height : 0) + random.uniform(-0.1, 1.3, k, 2);
                found.clear();
                const bool above = surface.touches(centre, 1, found);
                ASSERT_EQ(above, !(under && centre.z < under->height));
                if (!above) {
                    ++below;
                    continue;
                }
                const auto& expected = plain.find(field.grid, field.height.view(), {centre, 1});
                ASSERT_LE(found.size(), expected.size()) << spacing << " " << rough << " " << k;
                const auto matches = [&](double turned, double apart) {
                    return [&, turned, apart](const GroundTouch& touch) {
                        return std::any_of(expected.begin(), expected.end(), [&](const GroundContact& e) {
                            return sameTouch(touch, e, turned, apart);
                        });
                    };
                };
                EXPECT_TRUE(std::all_of(found.begin(), found.end(), matches(1e-6, 1e-9)))
                    << spacing << " " << rough << " " << k;
                // The plain search compares distances: of two places a hair apart over an edge that is
                // almost flat it may name both.
                for (const GroundContact& e : expected)
                    EXPECT_TRUE(std::any_of(
                        found.begin(), found.end(),
                        [&](const GroundTouch& touch) { return sameTouch(touch, e, 5e-4, 1e-8); }))
                        << spacing << " " << rough << " " << k;
                twins += expected.size() - found.size();
                compared += found.size();
                several += found.size() > 1;
            }
        }
    EXPECT_GT(compared, 20000u);
    EXPECT_GT(several, 2000u);
    EXPECT_LT(twins, compared / 1000);
    EXPECT_GT(below, 1000u);
}

// Nothing within reach is higher than the bound, and the bound is not useless.
TEST(GroundHeightBound, BoundTheGroundWithinReach) {
    Heightfield field = flatHeightfield({-1, 2, 0.5, 41, 30}, 0);
    for (const std::size_t column : {0u, 300u, 700u}) field.height[column] = 1 + 1e-3 * double(column);
    GroundHeightBound tops;
    tops.build(exec::Exec::serial(), field.grid, field.height.view(), 1);
    EXPECT_GE(tops.reach(), 1);
    const Random random{5, 1};
    bool lower = false;
    for (std::uint64_t k = 0; k < 2000; ++k) {
        const double x = random.uniform(-3, 22, k, 0), y = random.uniform(0, 19, k, 1);
        const double top = tops.near(x, y);
        for (std::size_t c = 0; c < field.height.size(); ++c) {
            const double dx = field.grid.x(static_cast<std::uint32_t>(c % field.grid.columns)) - x;
            const double dy = field.grid.y(static_cast<std::uint32_t>(c / field.grid.columns)) - y;
            if (std::max(std::abs(dx), std::abs(dy)) <= 1) {
                EXPECT_LE(field.height[c], top);
            }
        }
        lower |= top < 0.1;
    }
    EXPECT_TRUE(lower);
}

// Against small steps along the path.
TEST(GroundSurface, FindsWherePathsEnter) {
    const Heightfield field = roughGround(0.5, 2, 9);
    const GroundSurface surface(field.grid, field.height.view());
    const auto over = [&](const Vec3d& p) {
        const auto top = surfaceAt(field.grid, field.height.view(), p.x, p.y);
        return top ? p.z - top->height : 1.0;
    };
    const Random random{21, 1};
    int in = 0, sides = 0;
    for (std::uint64_t k = 0; k < 400; ++k) {
        const Vec3d from{random.uniform(-2, 9, k, 0), random.uniform(1, 12, k, 1),
                         random.uniform(-1, 3, k, 2)};
        const Vec3d to{random.uniform(-2, 9, k, 3), random.uniform(1, 12, k, 4), random.uniform(-1, 3, k, 5)};
        const auto found = surface.crossing(from, to, 0);
        if (over(from) < 0) {
            EXPECT_FALSE(found);
            continue;
        }
        constexpr int pieces = 4000;
        double first = 2;
        for (int n = 1; n <= pieces && first > 1; ++n)
            if (over(from + (to - from) * (n / double{pieces})) < 0) first = n / double{pieces};
        if (!found) {
            EXPECT_GT(first, 1) << k;
            continue;
        }
        EXPECT_LE(found->share, first + 1e-12) << k;
        EXPECT_LT(dot(to - from, found->normal), 0) << k;
        if (found->normal.z == 0) {
            ++sides;
            continue;
        }
        ++in;
        // It is on the surface, and before it nothing is below.
        EXPECT_NEAR(over(from + (to - from) * found->share), 0, 1e-12) << k;
        for (int n = 0; n < 50; ++n)
            EXPECT_GT(over(from + (to - from) * (found->share * n / 50)), -1e-12) << k;
    }
    EXPECT_GT(in, 100);
    EXPECT_GT(sides, 10);
    // A thin ridge, passed through from the open into the open.
    Heightfield wall = flatHeightfield({0, 0, 1, 9, 9}, 0);
    for (std::uint32_t j = 0; j < 9; ++j) wall.height[wall.grid.at(4, j)] = 100;
    const auto through =
        GroundSurface(wall.grid, wall.height.view()).crossing({1.5, 4.5, 30}, {6.5, 4.5, 30}, 0);
    ASSERT_TRUE(through);
    EXPECT_NEAR(through->share, (3.3 - 1.5) / 5, 1e-12);
    EXPECT_LT(through->normal.x, -0.99);
}

// From the surface, on a line between two triangles and off it: what a path goes into is in its way.
// Round-off decides on which side of the line, and of the surface, it begins.
TEST(GroundSurface, PathsThatStartOnTheSurfaceHitRisingGround) {
    const Heightfield field = roughGround(0.5, 0.2, 13);
    const GroundSurface surface(field.grid, field.height.view());
    const Random random{22, 1};
    int in = 0;
    for (std::uint64_t k = 0; k < 20000; ++k) {
        Vec3d from{random.uniform(0, 6, k, 0), random.uniform(3, 9, k, 1), 0};
        if (k % 2 == 0) from.y = from.x + 3 + 0.5 * static_cast<double>(k % 3);  // on a diagonal
        if (k % 5 == 0) from.x = -1 + 0.5 * std::round((from.x + 1) * 2);
        const double turn = random.uniform(0, 6.3, k, 2);
        const auto start = surfaceAt(field.grid, field.height.view(), from.x, from.y),
                   left = surfaceAt(field.grid, field.height.view(), from.x - 1e-6, from.y);
        from.z = start->height;
        // Along one of the triangles, or the one beside.
        const Vec3d n = k % 3 == 0 ? left->normal : start->normal;
        const Vec3d level{0.01 * std::cos(turn), 0.01 * std::sin(turn), 0};
        const Vec3d path = level - n * (dot(level, n) - 1e-12);
        const auto found = surface.crossing(from, from + path, 1e-9);
        if (!found) continue;
        ++in;
        EXPECT_LT(dot(path, found->normal), 0) << k;
    }
    EXPECT_GT(in, 100);
}

// No sample of the surface within the distance is higher, and a column within it is reached.
TEST(GroundSurface, NoGroundWithinADistanceIsHigherThanItsBound) {
    const Heightfield field = roughGround(0.5, 1, 7);
    const GroundSurface surface(field.grid, field.height.view());
    const double size = 0.5 * (field.grid.columns - 1);
    const Random random{12, 3};
    for (std::uint64_t k = 0; k < 500; ++k) {
        const double x = -1 + random.uniform(0, size, k, 0), y = 2 + random.uniform(0, size, k, 1);
        const double distance = random.uniform(0.01, 2, k, 2);
        const double bound = surface.highestWithin(x, y, distance);
        for (std::uint64_t n = 0; n < 50; ++n) {
            const double angle = random.uniform(0, 6.2831853, 50 * k + n, 3);
            const double far = distance * std::sqrt(random.uniform(50 * k + n, 4));
            const auto at = surfaceAt(field.grid, field.height.view(), x + far * std::cos(angle),
                                      y + far * std::sin(angle));
            if (at) {
                ASSERT_LE(at->height, bound + 1e-12);
            }
        }
    }
    EXPECT_EQ(surface.highestWithin(-1 - 5, 2, 1), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace talus::geometry
