#include "talus/picture/clip/clip.h"

#include <gtest/gtest.h>

#include <cmath>

#include "talus/picture/lines/tubes.h"
#include "talus/picture/meshes/shape_mesh.h"

namespace talus::picture {
namespace {

double areaOf(const Mesh& mesh) {
    double area = 0;
    for (const auto& t : mesh.triangle)
        area += 0.5 * length(cross(mesh.position[t[1]] - mesh.position[t[0]],
                                   mesh.position[t[2]] - mesh.position[t[0]]));
    return area;
}

/// A square of side 2 in z = 0, around the origin.
Mesh square() {
    Mesh mesh = rectangleMesh({{-1, -1, 0}, {2, 0, 0}, {0, 2, 0}});
    mesh.colour = {{1, 1, 1}};
    return mesh;
}

class ClipTest : public ::testing::Test {
  protected:
    ClipTest() {
        for (int i = 0; i < 10; ++i) centre.push_back({0.1 * i, 0, 0});
        for (int i = 0; i < 10; ++i) colour.push_back({0.1f * static_cast<float>(i), 0, 0});
        picture.spheres.push_back({centre, radius, colour, {}, 0});
    }
    std::vector<Vec3d> centre;
    std::vector<double> radius{0.01};
    std::vector<Colour> colour;
    Picture picture;
    std::vector<std::shared_ptr<void>> keep;
};

TEST_F(ClipTest, APlaneLeavesTheBallsOnTheSideOfItsNormal) {
    clip(picture, {geometry::Plane{{0.35, 0, 0}, {1, 0, 0}}}, keep);
    ASSERT_EQ(picture.spheres.size(), 1u);
    const Spheres& left = picture.spheres.front();
    ASSERT_EQ(left.centre.size(), 6u);
    EXPECT_EQ(left.radius.size(), 1u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(left.centre[i], centre[i + 4]);
        EXPECT_EQ(left.colour[i], colour[i + 4]);
    }
    EXPECT_TRUE(checkPicture(picture));
}

TEST_F(ClipTest, ABoxLeavesTheBallsInIt) {
    clip(picture, {geometry::Box{{0.15, -1, -1}, {0.55, 1, 1}}}, keep);
    ASSERT_EQ(picture.spheres.size(), 1u);
    EXPECT_EQ(picture.spheres.front().centre.size(), 4u);
    Picture other;
    other.spheres.push_back({centre, radius, colour, {}, 0});
    clip(other, {geometry::Box{{5, 5, 5}, {6, 6, 6}}}, keep);
    EXPECT_TRUE(other.spheres.empty());
}

TEST_F(ClipTest, ALiquidKeepsAllColumnsOfTheParticlesThatAreLeft) {
    const std::vector<float> foam{0, .1f, .2f, .3f, .4f, .5f, .6f, .7f, .8f, .9f};
    Liquid liquid{.centre = centre, .radius = radius};
    liquid.foam = foam;
    Picture wet;
    wet.liquids = {liquid};
    clip(wet, {geometry::Plane{{0.75, 0, 0}, {1, 0, 0}}}, keep);
    ASSERT_EQ(wet.liquids.size(), 1u);
    EXPECT_EQ(wet.liquids[0].centre.size(), 2u);
    ASSERT_EQ(wet.liquids[0].foam.size(), 2u);
    EXPECT_EQ(wet.liquids[0].foam[0], 0.8f);
    EXPECT_EQ(wet.tanks.size(), 1u) << "it ends flat at the plane";
    EXPECT_TRUE(checkPicture(wet));
}

TEST(ClipMesh, AreasAreExact) {
    EXPECT_NEAR(areaOf(clipped(square(), {{0.5, 0, 0}, {1, 0, 0}})), 1, 1e-12);
    EXPECT_NEAR(areaOf(clipped(square(), {{0.5, 0, 0}, {-1, 0, 0}})), 3, 1e-12);
    const Vec3d oblique = normalized(Vec3d{1, 1, 0});
    EXPECT_NEAR(areaOf(clipped(square(), {{0, 0, 0}, oblique})), 2, 1e-12);
    EXPECT_NEAR(areaOf(clipped(square(), {{0.5, 0.5, 0}, oblique})), 0.5, 1e-12);
    EXPECT_TRUE(clipped(square(), {{2, 0, 0}, {1, 0, 0}}).triangle.empty());
    EXPECT_NEAR(areaOf(clipped(square(), {{-2, 0, 0}, {1, 0, 0}})), 4, 1e-12);
}

TEST(ClipMesh, ColoursBetweenCornersAreInBetween) {
    Mesh mesh = square();
    mesh.colour.clear();
    for (const Vec3d& p : mesh.position) mesh.colour.push_back({p.x > 0 ? 1.0f : 0.0f, 0, 0});
    const Mesh left = clipped(mesh, {{0, 0, 0}, {1, 0, 0}});
    for (std::size_t i = 0; i < left.position.size(); ++i)
        EXPECT_NEAR(left.colour[i].r, 0.5 + 0.5 * left.position[i].x, 1e-6);
}

/// Land of 9 x 9 columns of height 1 over (0, 0) to (8, 8), with its base at 0.
class ClipTerrainTest : public ::testing::Test {
  protected:
    Picture land() const {
        Terrain terrain;
        terrain.grid = {0, 0, 1, 9, 9};
        terrain.height = height;
        terrain.colour = {{0.5f, 0.5f, 0.5f}};
        Picture picture;
        picture.terrains = {terrain};
        return picture;
    }
    std::vector<double> height = std::vector<double>(81, 1.0);
    std::vector<std::shared_ptr<void>> keep;
};

TEST_F(ClipTerrainTest, UprightPlanesAlongAnAxisMoveItsEdges) {
    Picture picture = land();
    clip(picture, {geometry::Box{{1.5, -9, -9}, {5, 2.5, 9}}}, keep);
    ASSERT_EQ(picture.terrains.size(), 1u);
    const geometry::Box area = areaOf(picture.terrains[0]);
    EXPECT_EQ(area.min.x, 1.5);
    EXPECT_EQ(area.max.x, 5);
    EXPECT_EQ(area.max.y, 2.5);
    EXPECT_TRUE(checkPicture(picture));
}

TEST_F(ClipTerrainTest, ALevelPlaneCutsItFlat) {
    Picture picture = land();
    clip(picture, {geometry::Plane{{0, 0, 0.4}, {0, 0, -1}}}, keep);
    ASSERT_EQ(picture.terrains.size(), 1u);
    EXPECT_EQ(boundsOf(picture.terrains[0]).max.z, 0.4);
}

TEST_F(ClipTerrainTest, AnObliquePlaneLeavesABlockWithAFlatFace) {
    Picture picture = land();
    // The half with x >= y: a triangle of area 32, two sides of 8 m2, and the cut of 8 sqrt(2) m2.
    clip(picture, {geometry::Plane{{0, 0, 0}, normalized(Vec3d{1, -1.0000001, 0})}}, keep);
    ASSERT_EQ(picture.meshes.size(), 1u);
    EXPECT_NEAR(areaOf(picture.meshes[0]), 32 + 16 + 8 * std::sqrt(2.0), 1e-3);
    EXPECT_TRUE(checkPicture(picture));
}

TEST_F(ClipTerrainTest, TheBlockHasASurfaceAndFourSides) {
    EXPECT_NEAR(areaOf(blockMesh(land().terrains[0])), 64 + 4 * 8, 1e-6);
}

TEST(Tubes, ABoxHasTwelveEdgesOfItsLengths) {
    const auto tubes = edgesOf(geometry::Box{{0, 0, 0}, {1, 2, 3}}, 0.01, {});
    ASSERT_EQ(tubes.size(), 12u);
    double sum = 0;
    for (const Tube& tube : tubes) sum += length(tube.to - tube.from);
    EXPECT_NEAR(sum, 4 * (1 + 2 + 3), 1e-12);
    EXPECT_EQ(tubesMesh(tubes, 6).triangle.size(), 12u * 12u);
}

TEST(Tubes, ASquareHasFourEdgesAndNotItsDiagonal) { EXPECT_EQ(edgesOf(square(), 0.01, {}).size(), 4u); }

}  // namespace
}  // namespace talus::picture
