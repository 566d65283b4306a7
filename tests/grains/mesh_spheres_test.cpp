// Spheres that stand for a mesh (Bell, Yu and Mucha 2005), and the picture of their gaps.
#include "talus/grains/clumps/mesh_spheres.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "talus/grains/clumps/draw_shape.h"

namespace talus {
namespace {

using geometry::Sphere;
using std::numbers::pi;

/// A cube of side 2 about a point, with triangles that face outwards.
geometry::Mesh cube(const Vec3d& middle) {
    geometry::Mesh mesh;
    for (int c = 0; c < 8; ++c)
        mesh.points.push_back(middle + Vec3d{c & 1 ? 1.0 : -1.0, c & 2 ? 1.0 : -1.0, c & 4 ? 1.0 : -1.0});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

// The surface at depth R in a cube of side s is a cube of side s - 2 R; D A / (pi R^2) spheres are put on it.
TEST(MeshSpheres, CoverTheInsideOfACube) {
    const auto mesh = cube({3, -1, 2});
    constexpr double radius = 0.25, density = 1.5;
    const auto spheres = grains::spheresOf(mesh, radius, density, {1, 0});
    ASSERT_TRUE(spheres.ok()) << spheres.error().message;
    const double area = 6 * 1.5 * 1.5, wanted = density * area / (pi * radius * radius);
    EXPECT_NEAR(static_cast<double>(spheres->size()), wanted, 3 * std::sqrt(wanted));
    for (const Sphere& s : *spheres) {
        const Vec3d p = s.centre - Vec3d{3, -1, 2};
        const double depth = 1 - std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        EXPECT_NEAR(depth, radius, 0.03);
    }
    // Few corners and edges of the cube are farther than a tenth of its radius from a sphere.
    const double unit = std::cbrt(8 / (4.0 / 3 * pi));
    const auto cover = grains::coverOf(mesh, *spheres, unit, 0.1);
    EXPECT_GT(cover.coverage, 0.9);
    EXPECT_LT(cover.mean_gap, 0.06);
    // sqrt(3) R - R is the gap at a corner below which a sphere sits.
    EXPECT_LT(cover.largest_gap, 2 * (std::numbers::sqrt3 - 1) * radius / unit);
}

// The picture has the gap at each point of its finely divided mesh: none at the middle of a face, where a
// sphere touches it, and more at the corners.
TEST(MeshSpheres, PicturesHaveTheColoursOfTheGap) {
    grains::GrainShape shape;
    const std::vector<Sphere> one{{{0, 0, 0}, 1}};
    shape.covered = std::make_shared<const grains::CoveredMesh>(grains::CoveredMesh{cube({}), one, 1});
    shape.made = std::make_shared<const grains::ClumpShape>(*grains::clumpShapeOf(one));
    const picture::Picture picture = grains::pictureOf(shape);
    EXPECT_TRUE(picture::checkPicture(picture).ok());
    ASSERT_EQ(picture.meshes.size(), 2u);
    ASSERT_TRUE(picture.legend.has_value());
    const picture::Mesh& mesh = picture.meshes[1];
    ASSERT_EQ(mesh.colour.size(), mesh.position.size());
    Vec3d middle;
    for (const Vec3d& p : mesh.position) middle += p / static_cast<double>(mesh.position.size());
    middle.z = 1;  // the mesh stands on the floor
    for (std::size_t k = 0; k < mesh.position.size(); ++k) {
        const double gap = length(mesh.position[k] - Vec3d{middle.x, 0, 1}) - 1;
        const auto expected = picture::colourAt(picture.legend->map, gap / picture.legend->high);
        EXPECT_NEAR(mesh.colour[k].g, expected.g, 0.02) << gap;
    }
    EXPECT_NEAR(picture.legend->high, std::numbers::sqrt3 - 1, 0.1);
    double area = 0;
    for (const auto& [a, b, c] : mesh.triangle)
        area += 0.5 * length(cross(mesh.position[b] - mesh.position[a], mesh.position[c] - mesh.position[a]));
    EXPECT_NEAR(area, 24, 1e-9);
}

TEST(MeshSpheres, SpreadEvenly) {
    const auto mesh = cube({});
    const auto spheres = grains::spheresOf(mesh, 0.25, 1.5, {1, 0});
    ASSERT_TRUE(spheres.ok());
    const double apart = std::sqrt(2 / std::numbers::sqrt3 * 6 * 1.5 * 1.5 / double(spheres->size()));
    double least = 1e9;
    for (const Sphere& a : *spheres)
        for (const Sphere& b : *spheres)
            if (&a != &b) least = std::min(least, length(a.centre - b.centre));
    // Random points would have pairs at a hundredth of this distance.
    EXPECT_GT(least, 0.5 * apart);
}

TEST(MeshSpheres, RefuseAnOpenMesh) {
    auto mesh = cube({});
    mesh.triangles.pop_back();
    EXPECT_FALSE(grains::spheresOf(mesh, 0.25, 1.5, {1, 0}).ok());
}

}  // namespace
}  // namespace talus
