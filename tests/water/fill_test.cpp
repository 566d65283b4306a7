// Blocks of water and inflows: how many particles there are, and where.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/water/sources/fill.h"
#include "talus/water/sources/inflow.h"

namespace talus::water {
namespace {

Block boxOf(const Vec3d& min, const Vec3d& max) {
    Block block;
    block.box = {min, max};
    return block;
}

/// The twelve triangles of a box, outwards.
geometry::Mesh meshOf(const Vec3d& a, const Vec3d& b) {
    geometry::Mesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.points.push_back({k & 1 ? b.x : a.x, k & 2 ? b.y : a.y, k & 4 ? b.z : a.z});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

TEST(Fill, BoxIsFullAndHalfASpacingOffItsFaces) {
    const std::vector<Vec3d> places = positionsIn(boxOf({0, 0, 0}, {0.4, 0.3, 0.2}), 0.1);
    EXPECT_EQ(places.size(), 4u * 3u * 2u);  // decimals are not exact: no layer is lost
    for (const Vec3d& p : places) {
        EXPECT_GT(p.x, 0.0499);
        EXPECT_LT(p.x, 0.3501);
        EXPECT_GT(p.z, 0.0499);
    }
}

TEST(Fill, StandsOnItsLowestFaceAndIsCentred) {
    const std::vector<Vec3d> places = positionsIn(boxOf({0, 0, 0}, {0.25, 0.1, 0.15}), 0.1);
    ASSERT_EQ(places.size(), 2u);
    EXPECT_NEAR(places[0].x + places[1].x, 0.25, 1e-12);
    EXPECT_NEAR(places[0].z, 0.05, 1e-12);
}

TEST(Fill, MeshOfABoxIsThatBox) {
    Block mesh;
    mesh.shape = Block::Shape::MeshVolume;
    mesh.mesh = std::make_shared<const geometry::Mesh>(meshOf({0.1, 0.2, 0.3}, {0.9, 0.8, 0.7}));
    EXPECT_EQ(positionsIn(mesh, 0.04), positionsIn(boxOf({0.1, 0.2, 0.3}, {0.9, 0.8, 0.7}), 0.04));
}

TEST(Fill, BallHasItsVolume) {
    Block ball;
    ball.shape = Block::Shape::Sphere;
    ball.radius = 1;
    const double spacing = 0.05;
    // Lattice points in a ball: the known error is of the order of its surface to the 2/3; seen here 0.1%.
    EXPECT_NEAR(static_cast<double>(positionsIn(ball, spacing).size()) * std::pow(spacing, 3),
                4.0 / 3 * std::numbers::pi, 0.01);
}

// The same bound as for the ball, on a third of its surface to volume.
TEST(Fill, CapsuleAndSlantedCylinderHaveTheirVolumes) {
    Block block;
    block.radius = 1;
    block.end = {1, 2, 2};
    block.axis = {1, 2, 2};
    block.height = 3;
    const double spacing = 0.05;
    for (const auto shape : {Block::Shape::Capsule, Block::Shape::Cylinder}) {
        block.shape = shape;
        const double filled = static_cast<double>(positionsIn(block, spacing).size()) * std::pow(spacing, 3);
        EXPECT_NEAR(filled / volumeOf(block), 1, 0.0025) << int(shape);
    }
}

TEST(Inflow, RectangleIsFullAndAboutItsMiddle) {
    Inflow inflow;
    inflow.shape = Inflow::Shape::Rectangle;
    inflow.direction = {0, 2, 0};
    inflow.width = 0.4;
    inflow.height = 0.3;
    const std::vector<Vec3d> places = layerOf(inflow, 0.1);
    ASSERT_EQ(places.size(), 12u);
    Vec3d sum, most;
    for (const Vec3d& p : places) {
        sum += p;
        most = {std::max(most.x, p.x), std::max(most.y, p.y), std::max(most.z, p.z)};
    }
    EXPECT_LT(length(sum), 1e-14);
    EXPECT_LT(length(most - Vec3d{0.15, 0, 0.1}),
              1e-14);  // upright: as wide as it is level, half a spacing in
}

// A flood wave: 0 to 2 m/s and back within 2 s is 2 m of water, in layers 0.1 m apart, the first at once.
TEST(Inflow, FollowsAFlood) {
    Inflow inflow;
    inflow.times = {0, 1, 2};
    inflow.rates = {0, 2, 0};
    EXPECT_EQ(layersDue(inflow, 0.1, 10, 0), 1u);
    EXPECT_EQ(layersDue(inflow, 0.1, 10, 1), 11u);
    EXPECT_EQ(layersDue(inflow, 0.1, 10, 5), 21u);
}

TEST(Inflow, HasItsAreaAndItsLayers) {
    Inflow inflow;
    inflow.radius = 0.1;
    inflow.rate = 2;
    inflow.start = 0.5;
    const std::size_t layer = layerOf(inflow, 0.01).size();
    EXPECT_NEAR(static_cast<double>(layer) * 1e-4, std::numbers::pi * 0.01, 0.02 * std::numbers::pi * 0.01);
    EXPECT_EQ(layersDue(inflow, 0.01, layer, 0.4), 0u);
    EXPECT_EQ(layersDue(inflow, 0.01, layer, 0.5), 1u);
    EXPECT_EQ(layersDue(inflow, 0.01, layer, 1.5), 201u);
    inflow.stop = 1.0;
    EXPECT_EQ(layersDue(inflow, 0.01, layer, 1.5), 101u);
    inflow.volume = 10.0 * static_cast<double>(layer) * 1e-6;
    EXPECT_EQ(layersDue(inflow, 0.01, layer, 1.5), 10u);
}

}  // namespace
}  // namespace talus::water
