// Ground as columns: the surface through their tops, and where spheres touch it.
#include "talus/geometry/heightfield.h"

#include <algorithm>
#include <limits>

#include "talus/core/rng.h"
#include "talus/geometry/heightfield_contact.h"

namespace talus::geometry {
namespace {

/// Heights z(x, y) at columns 0.5 m apart, from (-2, -1).
template <class Height>
Heightfield groundOf(Height z, std::uint32_t columns = 9, std::uint32_t rows = 7) {
    Heightfield field = flatHeightfield({-2, -1, 0.5, columns, rows}, 0);
    for (std::uint32_t j = 0; j < rows; ++j)
        for (std::uint32_t i = 0; i < columns; ++i)
            field.height[field.grid.at(i, j)] = z(field.grid.x(i), field.grid.y(j));
    return field;
}

Heightfield roughGround() {
    const Random random{5, 1};
    std::uint64_t draw = 0;
    return groundOf([&](double, double) { return random.uniform(-0.3, 0.3, draw++); });
}

std::optional<SurfacePoint> at(const Heightfield& field, double x, double y) {
    return surfaceAt(field.grid, field.height.view(), x, y);
}

// A tilted plane is exact everywhere: height and normal. To round-off of heights of some metres.
TEST(Heightfield, APlaneIsAPlane) {
    const Heightfield field = groundOf([](double x, double y) { return 0.3 * x - 0.7 * y + 2; });
    const Vec3d normal = normalized(Vec3d{-0.3, 0.7, 1});
    for (double x = -2; x <= 2; x += 0.13)
        for (double y = -1; y <= 2; y += 0.11) {
            const auto point = at(field, x, y);
            ASSERT_TRUE(point);
            EXPECT_NEAR(point->height, 0.3 * x - 0.7 * y + 2, 1e-14);
            EXPECT_NEAR(length(point->normal - normal), 0, 1e-14);
        }
    for (const std::uint32_t i : {0u, 3u, 8u})
        EXPECT_NEAR(length(columnNormal(field.grid, field.height.view(), i, 6) - normal), 0, 1e-14);
}

// Between two columns the surface is the straight line, on both sides of it and over the diagonal; the other
// diagonal would give half of the height that is asked for here.
TEST(Heightfield, CellsAreSplitFromLowerLeftToUpperRight) {
    Heightfield field = groundOf([](double, double) { return 0.0; });
    field.height[field.grid.at(3, 2)] = 1;  // at (-0.5, 0)
    EXPECT_DOUBLE_EQ(at(field, -0.5, 0)->height, 1);
    EXPECT_DOUBLE_EQ(at(field, -0.25, 0)->height, 0.5);
    EXPECT_DOUBLE_EQ(at(field, -0.5, -0.25)->height, 0.5);
    EXPECT_DOUBLE_EQ(at(field, -0.25, 0.25)->height, 0.5);  // along the diagonal
    EXPECT_DOUBLE_EQ(at(field, -0.25, -0.25)->height, 0);   // across it
    for (double t = -0.995; t < 2; t += 0.01)               // no step anywhere
        EXPECT_NEAR(at(field, t - 1, t - 1e-12)->height, at(field, t - 1, t)->height, 1e-11);
}

TEST(Heightfield, EndsAtTheOutermostColumns) {
    const Heightfield field = roughGround();
    EXPECT_EQ(at(field, 2, 2)->height, field.height[field.grid.at(8, 6)]);
    for (const auto& [x, y] : {std::pair{2.01, 0.0}, {-2.01, 0.0}, {0.0, 2.01}, {0.0, -1.01}})
        EXPECT_FALSE(at(field, x, y));
    EXPECT_FALSE(at(field, std::numeric_limits<double>::quiet_NaN(), 0));
    EXPECT_FALSE(at(field, std::numeric_limits<double>::infinity(), 0));
}

// The place of the last column is on the surface, and no place beyond it, also where (x - origin) / spacing
// is rounded to more than the number of spacings (20 here for an origin of -5.05).
TEST(Heightfield, LastColumnIsOnTheSurfaceDespiteRoundOff) {
    const Random random{7, 1};
    for (std::uint64_t k = 0; k < 2000; ++k) {
        const double origin = k == 0 ? -5.05 : random.uniform(-6, 6, 2 * k);
        const double spacing = k == 0 ? 0.01 : random.uniform(0.001, 0.1, 2 * k + 1);
        Heightfield field = flatHeightfield({origin, origin, spacing, 21, 21}, 0);
        field.height[field.grid.at(20, 20)] = 1;
        const double last = field.grid.x(20);
        ASSERT_TRUE(at(field, last, last)) << origin << " " << spacing;
        EXPECT_NEAR(at(field, last, last)->height, 1, 1e-10);  // 6 m / 1 mm ulps in a cell
        EXPECT_LE(at(field, last, last)->height, 1);
        EXPECT_FALSE(at(field, std::nextafter(last, 10), last));
        EXPECT_FALSE(at(field, origin, std::nextafter(origin, -10)));
    }
}

TEST(Heightfield, KnowsItsVolumeAndBounds) {
    Heightfield field = flatHeightfield({0, 0, 0.1, 300, 200}, 0.25);
    field.height[123] = -1;
    field.height[45678] = 3;
    const double volume = (59998 * 0.25 + 2) * 0.01;
    for (const int threads : {1, 2}) {
        const exec::Exec exec = exec::Exec::cpu(threads);
        EXPECT_NEAR(volumeOf(exec, field.grid, field.height.view()), volume, 1e-12 * volume);
        const Box box = boundsOf(exec, field.grid, field.height.view());
        EXPECT_EQ(box.min, (Vec3d{0, 0, -1}));
        EXPECT_NEAR(length(box.max - Vec3d{29.9, 19.9, 3}), 0, 1e-13);
    }
}

TEST(ColumnRanges, HoldTheColumnsInABox) {
    const ColumnGrid grid{-2, -1, 0.5, 9, 7};
    EXPECT_EQ(columnsWithin(grid, {{-1.1, -0.5, 0}, {0.1, 0.4, 0}}), (ColumnRange{2, 5, 1, 3}));
    EXPECT_EQ(columnsWithin(grid, {{-1e300, -1e300, 0}, {1e300, 1e300, 0}}), allColumns(grid));
    EXPECT_TRUE(columnsWithin(grid, {{3, 0, 0}, {4, 1, 0}}).empty());
    EXPECT_TRUE(columnsWithin(grid, {{0.1, 0.1, 0}, {0.2, 0.2, 0}}).empty());
    EXPECT_EQ(grown({2, 5, 1, 3}, 2, grid), (ColumnRange{0, 7, 0, 5}));
    EXPECT_EQ(grown({2, 5, 1, 3}, 4000000000u, grid), allColumns(grid));
}

const std::vector<GroundContact>& contactsOf(const Heightfield& field, const Vec3d& centre, double radius,
                                             GroundContacts& finder) {
    return finder.find(field.grid, field.height.view(), {centre, radius});
}

// On a plane a sphere of any size, anywhere over cells, seams and columns, has one contact: below its middle.
TEST(GroundContacts, SphereHasOneContactOnAPlane) {
    const Heightfield field = groundOf([](double x, double) { return 0.25 * x; });
    const Vec3d normal = normalized(Vec3d{-0.25, 0, 1});
    GroundContacts finder;
    for (const double radius : {0.05, 0.3, 0.9})
        for (double x = -0.5; x <= 0.5; x += 0.125)
            for (double y = 0; y <= 1; y += 0.125)
                for (const double gap : {0.9, 0.2, 0.0, -0.3, -0.99, -5.0}) {
                    const Vec3d foot{x, y, 0.25 * x}, centre = foot + normal * (gap * radius);
                    const auto& contacts = contactsOf(field, centre, radius, finder);
                    ASSERT_EQ(contacts.size(), 1u) << radius << " at " << x << " " << y << " gap " << gap;
                    EXPECT_NEAR(length(contacts[0].normal - normal), 0, 1e-8);
                    EXPECT_NEAR(contacts[0].depth, radius * (1 - gap), 1e-12);
                    // A centre deeper than the radius is pushed up from below the surface above it.
                    if (gap > -1) {
                        EXPECT_NEAR(length(contacts[0].point - foot), 0, 1e-12);
                    }
                }
    EXPECT_TRUE(contactsOf(field, {0, 0.5, 0.31}, 0.3, finder).empty());
}

TEST(GroundContacts, AFurrowIsTouchedTwiceAndARidgeOnce) {
    const Heightfield furrow = groundOf([](double x, double) { return std::abs(x); });
    GroundContacts finder;
    const auto two = contactsOf(furrow, {0, 0.6, 0.4}, 0.3, finder);
    ASSERT_EQ(two.size(), 2u);
    for (const GroundContact& contact : two) {
        EXPECT_NEAR(std::abs(contact.normal.x), std::sqrt(0.5), 1e-14);
        EXPECT_NEAR(contact.depth, 0.3 - 0.4 * std::sqrt(0.5), 1e-14);
    }
    EXPECT_LT(two[0].normal.x * two[1].normal.x, 0);
    const Heightfield ridge = groundOf([](double x, double) { return -std::abs(x); });
    const auto& one = contactsOf(ridge, {0.02, 0.6, 0.25}, 0.3, finder);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_NEAR(length(one[0].point - Vec3d{0, 0.6, 0}), 0, 1e-14);
    EXPECT_NEAR(one[0].depth, 0.3 - std::hypot(0.02, 0.25), 1e-14);
    // A peak of one column, thinner than the sphere beside it: only the near side pushes.
    Heightfield peak = groundOf([](double, double) { return 0.0; });
    peak.height[peak.grid.at(4, 2)] = 2;  // at (0, 0)
    for (const GroundContact& contact : contactsOf(peak, {-0.45, 0, 1}, 0.6, finder))
        EXPECT_LT(contact.normal.x, 0);
}

// Against brute force: the deepest contact of a sphere above rough ground is the nearest point of a fine
// sampling of the surface (5 mm apart, so the distance is off by less than 4 mm).
TEST(GroundContacts, FindTheNearestPointOfRoughGround) {
    const Heightfield field = roughGround();
    const Random random{9, 1};
    GroundContacts finder;
    int touching = 0;
    for (std::uint64_t trial = 0; trial < 60; ++trial) {
        const Vec3d centre{random.uniform(-1.2, 1.2, trial, 0), random.uniform(-0.4, 1.4, trial, 1),
                           random.uniform(0.3, 0.9, trial, 2)};
        double nearest = 1e9;
        for (double x = centre.x - 0.6; x <= centre.x + 0.6; x += 0.005)
            for (double y = centre.y - 0.6; y <= centre.y + 0.6; y += 0.005)
                if (const auto point = at(field, x, y))
                    nearest = std::min(nearest, length(centre - Vec3d{x, y, point->height}));
        const auto& contacts = contactsOf(field, centre, 0.5, finder);
        double deepest = 0;
        for (const GroundContact& contact : contacts) {
            deepest = std::max(deepest, contact.depth);
            EXPECT_NEAR(at(field, contact.point.x, contact.point.y)->height, contact.point.z, 1e-12);
            EXPECT_NEAR(length(contact.normal), 1, 1e-12);
        }
        if (nearest > 0.5) continue;
        ++touching;
        EXPECT_NEAR(deepest, 0.5 - nearest, 4e-3) << trial;
    }
    EXPECT_GT(touching, 20);
}

// A sphere anywhere below ground comes out when it is moved along its contacts again and again.
TEST(GroundContacts, PushSpheresOutFromBelow) {
    const Heightfield field = roughGround();
    const Random random{10, 1};
    GroundContacts finder;
    for (std::uint64_t trial = 0; trial < 200; ++trial) {
        Vec3d centre{random.uniform(-1, 1, trial, 0), random.uniform(-0.2, 1.2, trial, 1),
                     random.uniform(-3.0, 0.0, trial, 2)};
        for (int k = 0; k < 400; ++k) {
            const auto& contacts = contactsOf(field, centre, 0.1, finder);
            if (contacts.empty()) break;
            Vec3d push{};
            for (const GroundContact& contact : contacts) push += contact.normal * (0.2 * contact.depth);
            centre += push;
        }
        const auto surface = at(field, centre.x, centre.y);
        ASSERT_TRUE(surface) << trial;
        EXPECT_GT(centre.z, surface->height) << trial;
    }
}

}  // namespace
}  // namespace talus::geometry
