// Closed meshes as solids (boundary/solid_meshes.h).
#include "talus/sand/boundary/solid_meshes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numbers>

#include "tests/support/block_mesh.h"

namespace talus::sand {
namespace {

environment::Wall wallOf(const geometry::Mesh& mesh) {
    environment::Wall wall;
    wall.name = "stone";
    wall.kind = environment::Wall::Kind::Mesh;
    wall.mesh = std::make_shared<const geometry::Mesh>(mesh);
    return wall;
}

struct Scene {
    std::vector<environment::Wall> scene;
    environment::Walls walls;
    SolidMeshes solid;

    Scene(const geometry::Mesh& mesh, double cell, const std::vector<environment::Motion>& motions = {},
          const std::vector<geometry::Box>& sources = {})
        : scene{wallOf(mesh)}, walls(scene, {0}, motions), solid(scene, walls, cell, sources) {}
    std::vector<environment::WallDistance> sides(const Vec3d& x, double reach, double time = 0) const {
        std::vector<environment::WallDistance> found;
        findMeshSides(environment::WallsAt(walls, time), 0, x, reach, 1e-6, found);
        return found;
    }
};

// Two cells of solid behind a triangle make it the surface of a solid.
TEST(SolidMeshes, TrianglesWithEnoughBehindThemAreOfASolid) {
    const geometry::Mesh plate = test::blockMesh({0.08, 0.06, 0.03});
    const Scene fine(plate, 0.01), coarse(plate, 0.02), coarser(plate, 0.05);
    EXPECT_TRUE(fine.solid.isClosed(0));
    EXPECT_TRUE(fine.solid.isSolid(0));
    EXPECT_TRUE(coarse.solid.isSolid(0));
    EXPECT_FALSE(coarser.solid.isSolid(0));
    EXPECT_TRUE(coarser.solid.isClosed(0));
    for (std::size_t face = 0; face < 12; ++face) {
        EXPECT_TRUE(fine.solid.isBacked(face));
        EXPECT_EQ(coarse.solid.isBacked(face), face >= 4) << "the first four are its bottom and its top";
        EXPECT_FALSE(coarser.solid.isBacked(face));
    }
}

TEST(SolidMeshes, OnlyClosedMeshesThatFaceOutwardsAreSolids) {
    geometry::Mesh open = test::blockMesh({0.1, 0.1, 0.1}), inwards = open;
    open.triangles.pop_back();
    for (auto& [a, b, c] : inwards.triangles) std::swap(a, b);
    EXPECT_FALSE(Scene(open, 0.01).solid.isClosed(0));
    EXPECT_FALSE(Scene(inwards, 0.01).solid.isClosed(0)) << "it is a vessel";
    EXPECT_FALSE(Scene(inwards, 0.01).solid.isSolid(0));
}

// A block of sand in a rock is cut out of it; in a closed mesh around all of it, it is as in a container.
TEST(SolidMeshes, AWallWithAllOfASourceInsideIsAVessel) {
    const geometry::Mesh mesh = test::blockMesh({0.1, 0.1, 0.1});
    EXPECT_FALSE(Scene(mesh, 0.01, {}, {{{0.02, 0.02, 0.02}, {0.09, 0.09, 0.09}}}).solid.isClosed(0));
    EXPECT_TRUE(Scene(mesh, 0.01, {}, {{{0.02, 0.02, 0.02}, {0.09, 0.09, 0.19}}}).solid.isClosed(0));
    EXPECT_TRUE(Scene(mesh, 0.01, {}, {{{0.2, 0.2, 0.2}, {0.3, 0.3, 0.3}}}).solid.isClosed(0));
}

// As the sides of a box (environment/wall_distance.h): of the two triangles of a side only one counts.
TEST(SolidMeshes, SidesNearAnEdge) {
    const Scene at(test::blockMesh({0.08, 0.06, 0.04}), 0.01);
    const auto sides = at.sides({0.078, 0.031, 0.006}, 0.015);
    ASSERT_EQ(sides.size(), 2u);
    EXPECT_NEAR(sides[0].distance, -0.002, 1e-12);
    EXPECT_NEAR(dot(sides[0].normal, Vec3d{1, 0, 0}), 1, 1e-12);
    EXPECT_NEAR(sides[1].distance, -0.006, 1e-12);
    EXPECT_NEAR(dot(sides[1].normal, Vec3d{0, 0, -1}), 1, 1e-12);
    EXPECT_EQ(at.sides({0.078, 0.002, 0.002}, 0.015).size(), 3u);
    EXPECT_EQ(at.sides({0.04, 0.03, 0.02}, 0.015).size(), 0u) << "deep inside";
    EXPECT_EQ(at.sides({0.08, 0.03, 0.02}, 0.015).size(), 1u) << "on a side";
}

// A mesh that rotates by a quarter about the z axis: x becomes y.
TEST(SolidMeshes, MoveWithTheirWall) {
    environment::Motion motion;
    motion.wall = "stone";
    motion.kind = environment::Motion::Kind::Rotate;
    motion.axis = {0, 0, 1};
    motion.rate = std::numbers::pi / 2;
    const Scene at(test::blockMesh({0.08, 0.06, 0.04}), 0.01, {motion});
    const environment::WallsAt now(at.walls, 1);
    const environment::WallDistance beyond = now.distanceFromMesh(0, {-0.03, 0.09, 0.02});
    EXPECT_NEAR(beyond.distance, 0.01, 1e-12);
    EXPECT_NEAR(dot(beyond.normal, Vec3d{0, 1, 0}), 1, 1e-12);
    EXPECT_NEAR(now.distanceFromMesh(0, {-0.03, 0.078, 0.02}).distance, -0.002, 1e-12);
    const auto sides = at.sides({-0.03, 0.078, 0.02}, 0.015, 1);
    ASSERT_EQ(sides.size(), 1u);
    EXPECT_NEAR(dot(sides[0].normal, Vec3d{0, 1, 0}), 1, 1e-12);
}

}  // namespace
}  // namespace talus::sand
