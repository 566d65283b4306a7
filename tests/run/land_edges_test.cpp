#include "talus/run/picture/land_edges.h"

#include <gtest/gtest.h>

#include "talus/environment/sink.h"

namespace talus::run {
namespace {

using environment::Wall;

const geometry::Box land{{0, 0, -1}, {4, 2, 1}};

Wall unseen(Wall::Kind kind) {
    Wall wall;
    wall.name = "valley";
    wall.kind = kind;
    wall.visible = false;
    return wall;
}

Wall plane(const Vec3d& point, const Vec3d& normal) {
    Wall wall = unseen(Wall::Kind::Plane);
    wall.plane = {point, normal};
    return wall;
}

TEST(LandEdges, AreTheEdgesOfTheLandWithoutWallsAndSinks) {
    method::Common scene;
    scene.environment.walls = {plane({0.1, 0, 0}, {0, 0, 1}), plane({2, 0, 0}, {1, 0, 0})};
    const LandEdges edges = edgesOf(scene, land);
    EXPECT_EQ(edges.cut.min.x, 0) << "a floor, and a wall in the middle, are no edges";
    EXPECT_EQ(edges.cut.max.x, 4);
    for (const bool side : edges.ends_water) EXPECT_FALSE(side);
    for (std::size_t side = 0; side < 4; ++side) EXPECT_TRUE(edges.tank().open[side]) << side;
}

TEST(LandEdges, InvisibleWallsAndSinksCutTheLand) {
    method::Common scene;
    Wall valley = unseen(Wall::Kind::BoxInside);
    valley.box = {{0.05, 0.1, 0}, {3.95, 1.9, 3}};
    valley.open = {"+x", "+z"};
    scene.environment.walls = {valley};
    environment::Sink sink;
    sink.plane = {{3.9, 0, 0}, {-1, 0, 0}};
    scene.environment.sinks = {sink};
    const LandEdges edges = edgesOf(scene, land);
    EXPECT_EQ(edges.cut.min.x, 0.05);
    EXPECT_EQ(edges.cut.max.x, 3.9);
    EXPECT_EQ(edges.cut.min.y, 0.1);
    EXPECT_EQ(edges.cut.max.y, 1.9);
    const picture::Tank tank = edges.tank();
    for (std::size_t side = 0; side < 4; ++side) EXPECT_FALSE(tank.open[side]) << side;
    EXPECT_FALSE(tank.open[4]);
    EXPECT_TRUE(tank.open[5]);
    EXPECT_GT(tank.box.min.x, 0.05) << "behind the side of the land";
    EXPECT_LT(tank.box.min.x, 0.06);
}

TEST(LandEdges, BoxOnAPartOfTheLandDoesNotCutIt) {
    method::Common scene;
    scene.environment.walls = {unseen(Wall::Kind::BoxInside)};
    scene.environment.walls[0].box = {{0.05, 0.1, 0}, {1, 1.9, 3}};
    EXPECT_EQ(edgesOf(scene, land).cut.min.x, 0);
}

TEST(LandEdges, VisibleAndMovingWallsDoNotCutTheLand) {
    method::Common scene;
    scene.environment.walls = {plane({0.1, 0, 0}, {1, 0, 0})};
    EXPECT_EQ(edgesOf(scene, land).cut.min.x, 0.1);
    scene.environment.walls[0].visible = true;
    EXPECT_EQ(edgesOf(scene, land).cut.min.x, 0);
    scene.environment.walls[0].visible = false;
    environment::Motion motion;
    motion.wall = "valley";
    scene.environment.motions = {motion};
    EXPECT_EQ(edgesOf(scene, land).cut.min.x, 0);
}

}  // namespace
}  // namespace talus::run
