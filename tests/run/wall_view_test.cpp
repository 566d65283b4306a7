#include "talus/run/picture/wall_view.h"

#include <gtest/gtest.h>

#include "talus/method/gather.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/frame_picture.h"
#include "tests/support/granular.h"

namespace talus::run {
namespace {

using environment::Wall;

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
    grains::in(scene).fills = {fill};
    return scene;
}

/// How many meshes of a picture are drawn whole.
std::size_t wholeMeshes(const picture::Picture& picture) {
    return static_cast<std::size_t>(std::count_if(picture.meshes.begin(), picture.meshes.end(),
                                                  [](const picture::Mesh& m) { return !m.front_only; }));
}

TEST(WallView, ConeUnderSandIsDrawnClosedAndAFunnelOpen) {
    scene::Scene scene = sandAbove(0.1);
    scene.environment.walls = {cone({0, 0, 0}, {0, 0, 0.05}, 0.05, 0.01)};
    EXPECT_FALSE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into);
    EXPECT_EQ(wholeMeshes(stageOf(scene, 0)), 1u) << "it has a front, and a shadow";
    scene.environment.walls = {cone({0, 0, 0}, {0, 0, 0.05}, 0.01, 0.05)};
    EXPECT_TRUE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into);
    EXPECT_EQ(wholeMeshes(stageOf(scene, 0)), 0u);
    scene.environment.walls[0].caps = {"to"};
    EXPECT_FALSE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into)
        << "nothing falls in";
    scene.environment.walls = {cone({0, 0, 0.05}, {0, 0, 0}, 0.05, 0)};
    EXPECT_TRUE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into)
        << "the ends may come in any order";
}

TEST(WallView, ConeWithGrainsInsideIsDrawnOpen) {
    scene::Scene scene = sandAbove(0.01);
    scene.environment.walls = {cone({0, 0, 0}, {0, 0, 0.05}, 0.05, 0.01)};
    EXPECT_TRUE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into);
    grains::in(scene).fills.clear();
    EXPECT_FALSE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into);
    grains::in(scene).placed = {{"sand", {0, 0, 0.01}, {}, {}, 0.002}};
    EXPECT_TRUE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).into);
}

// The lower half of an hourglass narrows upwards like a hill, and nothing is in it at the start.
TEST(WallView, ContinuationOfAFunnelIsDrawnOpen) {
    scene::Scene scene = sandAbove(0.02);
    Wall neck = cone({0, 0, -0.003}, {0, 0, 0.003}, 0.005, 0);
    neck.kind = Wall::Kind::CylinderInside;
    const Wall upper = cone({0, 0, 0.003}, {0, 0, 0.05}, 0.005, 0.036);
    const Wall lower = cone({0, 0, -0.003}, {0, 0, -0.05}, 0.005, 0.036);
    scene.environment.walls = {upper, neck, lower};
    for (const Wall& wall : scene.environment.walls)
        EXPECT_TRUE(viewOf(scene, method::sourcesOf(scene), wall).into);
    scene.environment.walls = {lower};
    EXPECT_FALSE(viewOf(scene, method::sourcesOf(scene), lower).into);
}

scene::Scene boxOver(const geometry::Box& sand) {
    scene::Scene scene;
    Wall wall;
    wall.name = "box";
    wall.kind = Wall::Kind::BoxInside;
    wall.box = {{0, 0, 0}, {0.1, 0.1, 0.1}};
    grains::Fill fill;
    fill.box = sand;
    scene.environment.walls = {wall};
    grains::in(scene).fills = {fill};
    return scene;
}

constexpr geometry::Box low{{0, 0, 0}, {0.1, 0.1, 0.02}};

TEST(WallView, HighBoxWithLowSandIsATray) {
    scene::Scene scene = boxOver(low);
    EXPECT_NEAR(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).tray_height.value(), 0.02,
                1e-12);
    EXPECT_NEAR(extentOf(scene).max.z, 0.02, 1e-12);
    grains::in(scene).placed = {{"sand", {0.05, 0.05, 0.05}, {}, {}, 0.002}};
    EXPECT_NEAR(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).tray_height.value(),
                0.052, 1e-12);
    scene = boxOver({{0, 0, 0}, {0.1, 0.1, 0.1}});
    EXPECT_FALSE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).tray_height)
        << "full to its lid";
    scene.environment.walls[0].open = {"+x"};
    EXPECT_FALSE(viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).tray_height)
        << "what is open is drawn as it is";
}

// What starts above an endless floor ends on it, wider than it was.
TEST(Extent, HoldsTheHeapThatGrainsFallInto) {
    scene::Scene scene = boxOver({{0, 0, 0.05}, {0.02, 0.02, 0.07}});
    scene.environment.walls.clear();
    EXPECT_EQ(extentOf(scene).min.z, 0.05);
    environment::Wall floor;
    floor.kind = environment::Wall::Kind::Plane;
    floor.plane = {{0, 0, -0.01}, {0, 0, 1}};
    scene.environment.walls = {floor};
    const geometry::Box extent = extentOf(scene);
    EXPECT_EQ(extent.min.z, -0.01);
    EXPECT_EQ(extent.max.z, 0.07);
    EXPECT_LT(extent.min.x, -0.005);
    EXPECT_GT(extent.max.y, 0.025);
}

TEST(WallView, BoxIsDrawnAsHighAsWhatIsPouredIntoIt) {
    scene::Scene scene = boxOver(low);
    grains::in(scene).fills.clear();
    grains::Emitter emitter;
    emitter.centre = {0.05, 0.05, 0.09};
    emitter.grain_radius = 0.001;
    emitter.count = 1000;
    grains::in(scene).emitters = {emitter};
    const auto height = [&] {
        return viewOf(scene, method::sourcesOf(scene), scene.environment.walls[0]).tray_height.value_or(0.1);
    };
    EXPECT_NEAR(height(), 0.006, 1e-12) << "a low rim";
    grains::in(scene).emitters[0].count = 80'000;
    EXPECT_NEAR(height(), 0.056, 1e-12) << "if it lies level";
    grains::in(scene).emitters[0].centre.x = 0.09;
    EXPECT_NEAR(height(), 0.056 + 0.7 * 0.04, 1e-12) << "it piles up at a side";
}

TEST(WallView, BoxWhoseGrainsGetUpIsDrawnWhole) {
    const scene::Scene scene = boxOver(low);
    scene::Scene thrown = scene;
    grains::in(thrown).fills[0].velocity = {0, 0, 0.5};
    EXPECT_NEAR(viewOf(thrown, method::sourcesOf(thrown), thrown.environment.walls[0]).tray_height.value(),
                0.02 + 0.25 / (2 * 9.81), 1e-12);
    grains::in(thrown).fills[0].velocity = {2, 0, 0};
    scene::Scene floating = scene;
    floating.environment.gravity = {};
    scene::Scene tilted = scene;
    tilted.environment.gravity = {5, 0, -8};
    scene::Scene shaken = scene;
    shaken.environment.motions.emplace_back().wall = "box";
    for (const scene::Scene& high : {thrown, floating, tilted, shaken}) {
        EXPECT_FALSE(viewOf(high, method::sourcesOf(high), high.environment.walls[0]).tray_height);
        EXPECT_NEAR(extentOf(high).max.z, 0.1, 1e-3) << "an automatic camera sees all of it";
    }
}

// At first level, then not: all of a film is made of the same triangles.
TEST(WallView, TurningBoxIsDrawnAlikeInAllFrames) {
    scene::Scene scene = boxOver(low);
    environment::Motion turn;
    turn.wall = "box";
    turn.kind = environment::Motion::Kind::Rotate;
    scene.environment.motions = {turn};
    const auto triangles = [&](double time) {
        std::size_t count = 0;
        for (const picture::Mesh& mesh : stageOf(scene, time).meshes) count += mesh.triangle.size();
        return count;
    };
    EXPECT_GT(triangles(0), 0u);
    EXPECT_EQ(triangles(0), triangles(0.3));
}

// Light and backdrop of a film: nothing that happens in it may change them.
TEST(Stage, ExtentCoversTheSceneAtAllTimes) {
    scene::Scene scene = boxOver(low);
    EXPECT_EQ(stageOf(scene, 0).extent.value().max, (Vec3d{0.1, 0.1, 0.02}));
    scene.environment.motions.emplace_back().wall = "box";
    scene.environment.motions[0].velocity = {1, 0, 0};
    scene.time.duration = 2;
    const geometry::Box extent = stageOf(scene, 0).extent.value();
    EXPECT_NEAR(extent.max.x, 2.1, 1e-12);
    EXPECT_EQ(stageOf(scene, 1).extent.value().max, extent.max);
    scene.environment.walls[0].kind = Wall::Kind::Plane;
    grains::in(scene).fills[0].box.max.z = 0.08;
    EXPECT_NEAR(stageOf(scene, 0).extent.value().max.x, 0.05 + 0.16, 1e-12) << "a column spreads";
}

}  // namespace
}  // namespace talus::run
