// Regions of sources: what they hold, how far they reach, and that places are drawn evenly from them.
#include "talus/environment/sources/region.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "talus/environment/sources/flaws.h"
#include "talus/environment/sources/region_sampler.h"

namespace talus::environment {
namespace {

using Shape = Region::Shape;
constexpr double pi = std::numbers::pi;

/// The twelve triangles of a box, outwards.
std::shared_ptr<const geometry::Mesh> meshOf(const geometry::Box& box) {
    geometry::Mesh mesh;
    for (int k = 0; k < 8; ++k) mesh.points.push_back(cornerOf(box, k));
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return std::make_shared<const geometry::Mesh>(mesh);
}

/// One of each shape, off the origin and aslant.
Region some(Shape shape) {
    Region region;
    region.shape = shape;
    region.centre = {1, 2, 3};
    region.end = {2, 4, 1};
    region.direction = {1, 1, 1};
    region.axis = {1, -1, 2};
    region.radius = 0.5;
    region.width = 2;
    region.height = 0.8;
    region.box = {{0, 0, 0}, {1, 2, 3}};
    region.mesh = meshOf(region.box);
    return region;
}

const Shape with_place[] = {Shape::Point,      Shape::Line,     Shape::Disc,    Shape::Rectangle,
                            Shape::Sphere,     Shape::Cylinder, Shape::Capsule, Shape::MeshSurface,
                            Shape::MeshVolume, Shape::Box};
const Shape solid[] = {Shape::Sphere, Shape::Cylinder, Shape::Capsule, Shape::MeshVolume, Shape::Box};

TEST(Region, DrawnPositionsLieWithinBoundsAndReach) {
    const Random random{1, 2};
    for (const Shape shape : with_place) {
        const Region region = some(shape);
        const Places places(region);
        const geometry::Box box = boundsOf(region);
        for (std::uint64_t k = 0; k < 2000; ++k) {
            const RegionPoint spot = places.draw(random, k);
            const Vec3d& p = spot.position;
            ASSERT_NEAR(length(spot.normal), 1, 1e-12) << int(shape);
            ASSERT_LE(length(p - middleOf(region)), reachOf(region) + 1e-12) << int(shape);
            for (const auto& [low, value, high] : {std::tuple{box.min.x, p.x, box.max.x},
                                                   {box.min.y, p.y, box.max.y},
                                                   {box.min.z, p.z, box.max.z}})
                ASSERT_TRUE(value >= low - 1e-12 && value <= high + 1e-12) << int(shape);
        }
    }
}

// The bounds are tight: drawn places come near all six sides. 20000 places of the thinnest tip, that of a
// ball, miss the last 5 % of its reach (0.7 % of its volume) with probability exp(-140).
TEST(Region, BoundsAreTight) {
    const Random random{1, 2};
    for (const Shape shape : with_place) {
        const Region region = some(shape);
        const Places places(region);
        const geometry::Box box = boundsOf(region);
        Vec3d low = places.draw(random, 0).position, high = low;
        for (std::uint64_t k = 0; k < 20000; ++k) {
            const Vec3d p = places.draw(random, k).position;
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        const double near = 0.05 * reachOf(region) + 1e-12;
        EXPECT_LT(std::max({low.x - box.min.x, low.y - box.min.y, low.z - box.min.z}), near) << int(shape);
        EXPECT_LT(std::max({box.max.x - high.x, box.max.y - high.y, box.max.z - high.z}), near) << int(shape);
    }
}

// Places thrown evenly into the bounds: the share that is contained is the volume's; four deviations of a
// binomial count. Those drawn from a region are contained.
TEST(Region, ContainsItsVolume) {
    const Random random{3, 4};
    constexpr int count = 20000;
    for (const Shape shape : solid) {
        const Region region = some(shape);
        const geometry::Box box = boundsOf(region);
        const Vec3d size = box.max - box.min;
        int inside = 0;
        for (std::uint64_t k = 0; k < count; ++k)
            inside +=
                contains(region, box.min + Vec3d{size.x * random.uniform(k, 0), size.y * random.uniform(k, 1),
                                                 size.z * random.uniform(k, 2)});
        const double share = volumeOf(region) / (size.x * size.y * size.z);
        EXPECT_NEAR(inside, count * share, 4 * std::sqrt(count * share * (1 - share)) + 1) << int(shape);
        const Places places(region);
        for (std::uint64_t k = 0; k < 2000; ++k)
            ASSERT_TRUE(contains(region, places.draw(random, k).position)) << int(shape) << ", place " << k;
    }
}

TEST(Region, HasVolumesAndAreasInClosedForm) {
    EXPECT_DOUBLE_EQ(volumeOf(some(Shape::Sphere)), 4.0 / 3 * pi * 0.125);
    EXPECT_DOUBLE_EQ(volumeOf(some(Shape::Cylinder)), pi * 0.25 * 0.8);
    EXPECT_DOUBLE_EQ(volumeOf(some(Shape::Capsule)),
                     4.0 / 3 * pi * 0.125 + pi * 0.25 * 3);  // (1, 2, -2): 3 m
    EXPECT_DOUBLE_EQ(volumeOf(some(Shape::Box)), 6);
    EXPECT_DOUBLE_EQ(volumeOf(some(Shape::MeshVolume)), 6);
    EXPECT_DOUBLE_EQ(areaOf(some(Shape::Disc)), pi * 0.25);
    EXPECT_DOUBLE_EQ(areaOf(some(Shape::Rectangle)), 1.6);
}

TEST(Region, RectangleAxesAreHorizontalAndFlatOnesLieAlongX) {
    Region region = some(Shape::Rectangle);
    EXPECT_NEAR(axesOf(region).u.z, 0, 1e-15);
    EXPECT_NEAR(dot(axesOf(region).v, region.direction), 0, 1e-15);
    region.direction = {0, 0, -2};
    EXPECT_EQ(axesOf(region).u, (Vec3d{1, 0, 0}));
    const geometry::Box box = boundsOf(region);
    EXPECT_NEAR(box.max.x - box.min.x, 2, 1e-12);
    EXPECT_NEAR(box.max.y - box.min.y, 0.8, 1e-12);
}

/// Places of a region for which something holds, out of 20000.
int countOf(const Region& region, const std::function<bool(const Vec3d&)>& holds) {
    const Places places(region);
    const Random random{5, 6};
    int count = 0;
    for (std::uint64_t k = 0; k < 20000; ++k) count += holds(places.draw(random, k).position);
    return count;
}
/// Four deviations of a binomial count.
void expectShare(int count, double share) {
    EXPECT_NEAR(count, 20000 * share, 4 * std::sqrt(20000 * share * (1 - share)));
}

TEST(Places, DrawnPositionsAreUniformInEachShape) {
    const Vec3d c{1, 2, 3};
    const auto from = [](const Region& r, const Vec3d& p) { return length(p - r.centre); };
    Region r = some(Shape::Disc);
    expectShare(countOf(r, [&](const Vec3d& p) { return from(r, p) < 0.25; }), 0.25);
    r = some(Shape::Sphere);
    expectShare(countOf(r, [&](const Vec3d& p) { return from(r, p) < 0.25; }), 0.125);
    expectShare(countOf(r, [&](const Vec3d& p) { return p.z > 3.25; }),
                5.0 / 32);  // a cap of half the radius
    r = some(Shape::Line);
    expectShare(countOf(r, [&](const Vec3d& p) { return from(r, p) < 1; }), 1.0 / 3);
    r = some(Shape::Rectangle);
    expectShare(countOf(r, [&](const Vec3d& p) { return dot(p - c, axesOf(r).u) > 0.5; }), 0.25);
    expectShare(countOf(r, [&](const Vec3d& p) { return dot(p - c, axesOf(r).v) > 0.2; }), 0.25);
    r = some(Shape::Cylinder);
    const Vec3d along = axesOf(r).along;
    expectShare(countOf(r, [&](const Vec3d& p) { return dot(p - c, along) < 0.2; }), 0.25);
    expectShare(countOf(r, [&](const Vec3d& p) { return length(cross(p - c, along)) < 0.25; }), 0.25);
    r = some(Shape::Box);
    expectShare(countOf(r, [](const Vec3d& p) { return p.y < 0.5 && p.z > 1.5; }), 0.125);
    r = some(Shape::MeshVolume);
    expectShare(countOf(r, [](const Vec3d& p) { return p.y < 0.5 && p.z > 1.5; }), 0.125);
    r = some(Shape::MeshSurface);  // its two ends in z have 4 of 22 square metres
    expectShare(countOf(r, [](const Vec3d& p) { return p.z == 0 || p.z == 3; }), 4.0 / 22);
}

// A rod with half balls at its ends: the share beyond either end, and of its hollow surface likewise.
TEST(Places, DrawnPositionsAreUniformInACapsule) {
    Region r = some(Shape::Capsule);
    const auto beyond = [&](const Vec3d& p) {
        const double s = dot(p - r.centre, axesOf(r).along);
        return s < 0 || s > 3;
    };
    expectShare(countOf(r, beyond), 4.0 / 3 * 0.5 / (4.0 / 3 * 0.5 + 3));
    expectShare(countOf(r, [&](const Vec3d& p) { return dot(p - r.end, axesOf(r).along) > 0; }),
                2.0 / 3 * 0.5 / (4.0 / 3 * 0.5 + 3));
    r.hollow = true;
    expectShare(countOf(r, beyond), 2 * 0.5 / (2 * 0.5 + 3));
    EXPECT_EQ(countOf(r,
                      [&](const Vec3d& p) {
                          const double s = std::clamp(dot(p - r.centre, axesOf(r).along), 0.0, 3.0);
                          return std::abs(length(p - r.centre - axesOf(r).along * s) - 0.5) < 1e-12;
                      }),
              20000);
}

TEST(Places, MarginShrinksTheShape) {
    for (const Shape shape : {Shape::Disc, Shape::Rectangle, Shape::Sphere, Shape::Box}) {
        Region smaller = some(shape);
        smaller.radius -= 0.1;
        smaller.width -= 0.2;
        smaller.height -= 0.2;
        smaller.box = {{0.1, 0.1, 0.1}, {0.9, 1.9, 2.9}};
        const RegionPoint a = Places(some(shape)).at(0.9, 0.3, 0.2, 0.1),
                          b = Places(smaller).at(0.9, 0.3, 0.2);
        EXPECT_LT(length(a.position - b.position), 1e-15) << int(shape);
    }
}

// Evenly on the cap of a sphere: the mean of the cosine is half way between 1 and that of the cone.
TEST(Places, DirectionsAreUniformWithinACone) {
    const Random random{4, 4};
    const Vec3d along = normalized(Vec3d{1, -2, 0.5});
    double mean = 0;
    for (std::uint64_t k = 0; k < 20000; ++k) {
        const double c = dot(withinCone(along, 1.0, random.uniform(k, 0), random.uniform(k, 1)), along);
        EXPECT_GE(c, std::cos(1.0) - 1e-12);
        mean += c / 20000;
    }
    EXPECT_NEAR(mean, 0.5 * (1 + std::cos(1.0)), 4 * (1 - std::cos(1.0)) / std::sqrt(12 * 20000));
}

std::string firstFlaw(const Region& region) {
    const std::vector<Flaw> found = regionFlaws(region);
    return found.empty() ? "" : found[0].key;
}

TEST(Region, BadInputIsRefusedWithAReason) {
    for (const Shape shape : with_place) EXPECT_EQ(firstFlaw(some(shape)), "") << int(shape);
    Region region = some(Shape::Disc);
    region.direction = {};
    EXPECT_EQ(firstFlaw(region), "direction");
    region = some(Shape::Cylinder);
    region.axis = {};
    EXPECT_EQ(firstFlaw(region), "axis");
    region = some(Shape::Line);
    region.end = region.centre;
    EXPECT_EQ(firstFlaw(region), "to");
    region = some(Shape::Box);
    region.box.max.y = -1;
    EXPECT_EQ(firstFlaw(region), "max");
    region = some(Shape::MeshVolume);
    geometry::Mesh open = *region.mesh;
    open.triangles.pop_back();
    region.mesh = std::make_shared<const geometry::Mesh>(open);
    EXPECT_EQ(firstFlaw(region), "file");
    region.shape = Shape::MeshSurface;
    EXPECT_EQ(firstFlaw(region), "");
}

}  // namespace
}  // namespace talus::environment
