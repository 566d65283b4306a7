#include "talus/run/wall_view.h"

#include <gtest/gtest.h>

#include "talus/run/draw.h"

namespace talus::run {
namespace {

using grains::Wall;

Wall cone(const Vec3d& from, const Vec3d& to, double radius, double end_radius) {
    Wall wall;
    wall.kind = Wall::Kind::Cone;
    wall.cone = {from, to, radius, end_radius};
    return wall;
}

scene::Scene sandAbove(double height) {
    scene::Scene scene;
    grains::Fill fill;
    fill.box = {{-0.02, -0.02, height}, {0.02, 0.02, height + 0.02}};
    scene.fills = {fill};
    return scene;
}

/// How many meshes of a picture are drawn whole.
std::size_t wholeMeshes(const render::Picture& picture) {
    return static_cast<std::size_t>(std::count_if(picture.meshes.begin(), picture.meshes.end(),
                                                  [](const render::Mesh& m) { return !m.front_only; }));
}

TEST(WallView, ConeUnderSandIsAHillAndAFunnelIsLookedInto) {
    scene::Scene scene = sandAbove(0.1);
    scene.walls = {cone({0, 0, 0}, {0, 0, 0.05}, 0.05, 0.01)};
    EXPECT_FALSE(viewOf(scene, scene.walls[0]).into);
    EXPECT_EQ(wholeMeshes(stageOf(scene, 0)), 1u) << "it has a front, and a shadow";
    scene.walls = {cone({0, 0, 0}, {0, 0, 0.05}, 0.01, 0.05)};
    EXPECT_TRUE(viewOf(scene, scene.walls[0]).into);
    EXPECT_EQ(wholeMeshes(stageOf(scene, 0)), 0u);
    scene.walls[0].caps = {"to"};
    EXPECT_FALSE(viewOf(scene, scene.walls[0]).into) << "nothing falls in";
    scene.walls = {cone({0, 0, 0.05}, {0, 0, 0}, 0.05, 0)};
    EXPECT_TRUE(viewOf(scene, scene.walls[0]).into) << "the ends may come in any order";
}

TEST(WallView, ConeWithGrainsInItIsLookedInto) {
    scene::Scene scene = sandAbove(0.01);
    scene.walls = {cone({0, 0, 0}, {0, 0, 0.05}, 0.05, 0.01)};
    EXPECT_TRUE(viewOf(scene, scene.walls[0]).into);
    scene.fills.clear();
    EXPECT_FALSE(viewOf(scene, scene.walls[0]).into);
    scene.placed = {{"sand", {0, 0, 0.01}, {}, {}, 0.002}};
    EXPECT_TRUE(viewOf(scene, scene.walls[0]).into);
}

// The lower half of an hourglass narrows upwards like a hill, and nothing is in it at the start.
TEST(WallView, WhatGoesOnFromAFunnelIsLookedInto) {
    scene::Scene scene = sandAbove(0.02);
    Wall neck = cone({0, 0, -0.003}, {0, 0, 0.003}, 0.005, 0);
    neck.kind = Wall::Kind::CylinderInside;
    const Wall upper = cone({0, 0, 0.003}, {0, 0, 0.05}, 0.005, 0.036);
    const Wall lower = cone({0, 0, -0.003}, {0, 0, -0.05}, 0.005, 0.036);
    scene.walls = {upper, neck, lower};
    for (const Wall& wall : scene.walls) EXPECT_TRUE(viewOf(scene, wall).into);
    scene.walls = {lower};
    EXPECT_FALSE(viewOf(scene, lower).into);
}

}  // namespace
}  // namespace talus::run
