// Blocks of water and the solids that stand in them: what is left out, and how the rest lies about them.
#include <gmock/gmock.h>

#include "tests/support/cube_file.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double spacing = 0.02, half = 0.05;
const Vec3d middle{0.1, 0.1, 0.1};

/// A block of 10 x 10 x 10 places with something in it, in a tank that it fills.
scene::Simulation blockWith(const std::string& solid) {
    return simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                        tankOf({0, 0, 0}, {0.2, 0.2, 0.4}) + boxOf("block", {0, 0, 0}, {0.2, 0.2, 0.2}) +
                        solid);
}
std::string wallOf(const std::string& rest) {
    return "[[wall]]\nname = \"solid\"\nmaterial = \"glass\"\n" + rest;
}
std::string meshWall(const std::string& file, const Vec3d& at, const char* more = "") {
    return wallOf(fmt::format("shape = \"mesh\"\nfile = \"{}\"\nposition = [{}, {}, {}]\n{}", file, at.x,
                              at.y, at.z, more));
}
/// Within the cube, away from its surface.
std::size_t insideOf(const scene::Simulation& simulation, const Vec3d& at) {
    std::size_t count = 0;
    for (const Vec3d& p : placesOf(simulation))
        count += std::max({std::abs(p.x - at.x), std::abs(p.y - at.y), std::abs(p.z - at.z)}) < 0.99 * half;
    return count;
}

// A cube of 0.1 m has room for 5 x 5 x 5 of the 1000 places; where its sides are in the middle between two
// layers, exactly so many. As a mesh it is as empty as it is as a box.
TEST(Obstacle, ClosedMeshIsAsEmptyAsABox) {
    const TemporaryFolder folder;
    const std::string file = cubeFile(folder, half);
    const Vec3d aligned = middle + Vec3d{0.01, 0.01, 0.01}, anywhere = middle + Vec3d{0.003, 0.006, 0.001};
    for (const Vec3d& at : {aligned, anywhere, middle}) {
        const auto box = blockWith(wallOf(
            fmt::format("shape = \"box-outside\"\nmin = [{}, {}, {}]\nmax = [{}, {}, {}]\n", at.x - half,
                        at.y - half, at.z - half, at.x + half, at.y + half, at.z + half)));
        const auto mesh = blockWith(meshWall(file, at));
        EXPECT_EQ(insideOf(box, at), 0u);
        EXPECT_EQ(insideOf(mesh, at), 0u);
        EXPECT_EQ(placesOf(mesh).size(), placesOf(box).size());
    }
    EXPECT_EQ(placesOf(blockWith(meshWall(file, aligned))).size(), 1000u - 125u);
}

// Turned by 30 degrees about an axis that no side goes along: the volume of the cube is free of water, to a
// tenth of it (its surface cuts 300 places, of each a half by chance: sqrt(300) / 2 is 7% of 125).
TEST(Obstacle, TurnedMeshTakesItsVolume) {
    const TemporaryFolder folder;
    const auto turned = blockWith(
        meshWall(cubeFile(folder, half), middle, "rotation = [\"20 deg\", \"15 deg\", \"10 deg\"]\n"));
    EXPECT_NEAR(1000.0 - static_cast<double>(placesOf(turned).size()), 125, 12.5);
}

// Triangles that face inwards hold water, as does a mesh that all of a block is in; an open mesh is a sheet
// with water on both of its sides.
TEST(Obstacle, VesselsAndSheetsKeepTheirWater) {
    const TemporaryFolder folder;
    EXPECT_GT(insideOf(blockWith(meshWall(cubeFile(folder, half, 12, true), middle)), middle), 60u);
    EXPECT_GT(insideOf(blockWith(meshWall(cubeFile(folder, half, 10), middle)), middle), 60u);
    const auto all_in = simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                                     boxOf("block", {0.06, 0.06, 0.06}, {0.14, 0.14, 0.14}) +
                                     meshWall(cubeFile(folder, half), middle));
    EXPECT_EQ(placesOf(all_in).size(), 64u);
}

// The last two, where all of the mesh stands in a block, are more often mistakes: `check` tells of them.
TEST(Obstacle, OpenMeshInABlockIsWarnedOf) {
    const auto warnings = [](const std::string& file) {
        const std::string text = waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                                 tankOf({0, 0, 0}, {0.2, 0.2, 0.4}) +
                                 boxOf("block", {0, 0, 0}, {0.2, 0.2, 0.2}) + meshWall(file, middle);
        return scene::readScene(text, "scene.toml", {}, scene::Machine{})
            .diagnostics.format("scene.toml", text);
    };
    const TemporaryFolder folder;
    EXPECT_THAT(warnings(cubeFile(folder, half, 12, true)), testing::HasSubstr("its triangles face inwards"));
    EXPECT_THAT(warnings(cubeFile(folder, half, 10)), testing::HasSubstr("is not closed"));
    EXPECT_THAT(warnings(cubeFile(folder, half)), testing::Not(testing::HasSubstr("the mesh of")));
}

// A surface that cuts the lattice anywhere leaves no gaps: about a ball and a mesh that lie off the lattice
// the density is that at rest to 4% in the mean. It is off by 2 to 3%, at the edges of the mesh by 7%, which
// count as half spaces; where places nearer than 0.45 spacings were left out it was off by 10%, and by 38% at
// the worst. What is far from the solid stays where it was.
TEST(Obstacle, WaterFillsTheSpaceAroundIt) {
    const TemporaryFolder folder;
    const Vec3d at = middle + Vec3d{0.003, 0.006, 0.001};
    for (const std::string& solid :
         {wallOf(fmt::format("shape = \"sphere-outside\"\ncentre = [{}, {}, {}]\nradius = {}\n", at.x, at.y,
                             at.z, half)),
          meshWall(cubeFile(folder, half), at)}) {
        auto simulation = blockWith(solid);
        const auto start = placesOf(simulation);
        const std::vector<Vec3d> before(start.begin(), start.end());
        std::size_t at_corner = 0;
        for (const Vec3d& p : before) at_corner += length(p - Vec3d{0.01, 0.01, 0.01}) < 1e-12;
        EXPECT_EQ(at_corner, 1u);
        ASSERT_TRUE(simulation.advance().ok());
        double mean = 0, worst = 0;
        std::size_t count = 0;
        const auto density = particlesOf(simulation).read(water::fields::density);
        const auto place = placesOf(simulation);
        for (std::size_t i = 0; i < place.size(); ++i) {
            if (place[i].z > 0.17 || length(place[i] - at) > 0.1) continue;
            const double off = std::abs(double{density[i]} / 1000 - 1);
            mean += off;
            worst = std::max(worst, off);
            ++count;
        }
        mean /= static_cast<double>(count);
        tell("mean", mean);
        tell("worst", worst);
        EXPECT_LT(mean, 0.04);
        EXPECT_LT(worst, 0.15);
    }
}

}  // namespace
}  // namespace talus::test
