// Triangles that meshes from drawing programs have and that nothing should touch.
#include "talus/geometry/mesh/tidy_mesh.h"

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/mesh_file.h"

namespace talus::geometry {
namespace {

const Mesh tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0, 0}},
                       {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

TEST(TidyMesh, LeavesATidyOneAlone) {
    Mesh mesh = tetrahedron;
    const RemovedTriangles found = tidy(mesh);
    EXPECT_EQ(found.without_area, 0u);
    EXPECT_EQ(found.repeated, 0u);
    EXPECT_EQ(mesh.triangles, tetrahedron.triangles);
}

TEST(TidyMesh, TrianglesWithoutAreaAreRemoved) {
    Mesh mesh = tetrahedron;
    mesh.triangles.insert(mesh.triangles.begin(), {{0, 0, 1}, {2, 2, 2}, {0, 4, 1}});
    EXPECT_EQ(tidy(mesh).without_area, 3u);
    EXPECT_EQ(mesh.triangles, tetrahedron.triangles);
    EXPECT_EQ(mesh.slivers.size(), 3u);
}

// With points of its own, and the other way round, as a surface with a front and a back has it.
TEST(TidyMesh, DuplicateTrianglesAreRemoved) {
    Mesh mesh = tetrahedron;
    for (const Vec3d& p : tetrahedron.points) mesh.points.push_back({p.x, p.y, p.z == 0 ? -0.0 : p.z});
    mesh.triangles.push_back({7, 5, 6});
    mesh.triangles.push_back({5, 8, 6});
    mesh.triangles.push_back({2, 1, 0});
    EXPECT_EQ(tidy(mesh).repeated, 3u);
    EXPECT_EQ(mesh.triangles, tetrahedron.triangles);
}

// A side that one neighbour has whole and the other one in two parts is closed by a triangle without area.
TEST(TidyMesh, TriangleWithoutAreaThatClosesASurfaceIsKept) {
    Mesh mesh = tetrahedron;
    mesh.triangles[0] = {0, 2, 4};
    mesh.triangles.push_back({4, 2, 1});
    Mesh open = mesh;
    mesh.triangles.push_back({0, 4, 1});
    tidy(mesh);
    EXPECT_EQ(mesh.triangles.size(), 5u);
    EXPECT_EQ(openSides(mesh), 0u);
    EXPECT_EQ(openSides(open), 3u);
}

TEST(TidyMesh, RemovedTrianglesAreReported) {
    RemovedTriangles untidy;
    const auto mesh =
        parseMesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 2\nf 3 1 2\n", MeshFormat::Obj, &untidy);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 1u);
    EXPECT_EQ(untidy.without_area, 1u);
    EXPECT_EQ(untidy.repeated, 1u);
}

}  // namespace
}  // namespace talus::geometry
