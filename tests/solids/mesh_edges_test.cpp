// Contacts at the edges between triangles: which normals they may have, and bodies that slide over a flat
// mesh.
#include "talus/solids/touch/mesh_edges.h"

#include <cmath>
#include <fstream>

#include <gmock/gmock.h>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"
#include "tests/support/temporary_folder.h"

namespace talus::solids {
namespace {

/// Two triangles with the edge from (0, 0, 0) to (0, 1, 0): one flat at x < 0, the other up to (1, 0,
/// height).
MeshEdges hinge(double height) {
    return MeshEdges({{{{-1, 0, 0}, {0, 0, 0}, {0, 1, 0}}}, {{{0, 0, 0}, {1, 0, height}, {0, 1, 0}}}});
}
constexpr double near = 1e-3;
const Vec3d at_edge{0, 0.5, 0}, inside{-0.2, 0.1, 0}, above{-0.3, 0.3, 0.5}, below{-0.3, 0.3, -0.5},
    up{0, 0, 1};

void expectNear(const Vec3d& found, const Vec3d& expected) { EXPECT_LT(length(found - expected), 1e-12); }

TEST(MeshEdges, InsideATriangleOnlyItsNormalCounts) {
    expectNear(hinge(0).allowed(0, inside, normalized(Vec3d{1, 0, 0.1}), above, near), up);
    expectNear(hinge(0).allowed(0, inside, normalized(Vec3d{1, 0, 0.1}), below, near), -up);
    expectNear(hinge(0).allowed(0, inside, up, above, near), up);
}

TEST(MeshEdges, AFlatOrConcaveEdgeHasNoNormalsOfItsOwn) {
    for (const double height : {0.0, 0.5})
        expectNear(hinge(height).allowed(0, at_edge, {1, 0, 0}, above, near), up);
}

// Downwards by 45 degrees: normals of the edge are between (0, 0, 1) and (1, 0, 1) / sqrt(2), seen from
// above. Seen from below the same edge is concave.
TEST(MeshEdges, AConvexEdgeHasThoseBetweenItsTriangles) {
    const MeshEdges edges = hinge(-1);
    const Vec3d slope = normalized(Vec3d{1, 0, 1}), between = normalized(Vec3d{1, 0, 2});
    expectNear(edges.allowed(0, at_edge, between, above, near), between);
    expectNear(edges.allowed(0, at_edge, {1, 0, 0}, above, near), slope);
    expectNear(edges.allowed(0, at_edge, normalized(Vec3d{-1, 0, 2}), above, near), up);
    expectNear(edges.allowed(0, at_edge, -between, below, near), -up);
}

// A rim ends the surface: what is beside it touches it from there.
TEST(MeshEdges, ARimIsTouchedFromTheSide) {
    const Vec3d rim{-0.5, 0, 0}, aside{0, -1, 0};
    expectNear(hinge(0).allowed(0, rim, aside, above, near), aside);
    expectNear(hinge(0).allowed(0, rim, -aside, above, near), up);
}

// With friction 0.3 a box and a cylinder slide by v^2 / (2 mu g) = 0.741 m. Within 2 %: steps of 1/240 s end
// it by 0.6 % too early on planes, too, and contacts change from one triangle to the next. Without the rule
// for normals the box rises by 7 mm, turns by 92 degrees and stops after 0.37 m.
TEST(MeshEdges, BodiesSlideOverAFlatMeshAsOverAPlane) {
    const test::TemporaryFolder folder;
    const std::string path = (folder / "sheet.obj").string();
    {
        std::ofstream file(path);
        constexpr int side = 21;
        for (int k = 0; k < side * side; ++k)
            file << fmt::format("v {} {} 0\n", 0.2 * (k % side) - 2, 0.2 * (k / side) - 2);
        for (int k = 1; k + side <= side * side; ++k)
            if (k % side != 0)
                file << fmt::format("f {} {} {}\nf {} {} {}\n", k, k + 1, k + side + 1, k, k + side + 1,
                                    k + side);
    }
    for (const char* shape : {"shape = \"box\"\nsize = [0.2, 0.2, 0.1]\n",
                              "shape = \"cylinder\"\nradius = 0.1\nlength = 0.1\n"}) {
        auto simulation = test::simulationOf(
            test::sceneHead("slide", {.duration = 2, .frame_interval = 0.05}, {{"stone", 1000}}) +
            fmt::format("[[wall]]\nname = \"sheet\"\nmaterial = \"stone\"\nshape = \"mesh\"\nfile = \"{}\"\n"
                        "[[body]]\nname = \"body\"\nmaterial = \"stone\"\n{}friction = 0.3\n"
                        "position = [-0.913, 0.137, 0.0502]\nvelocity = [2, 0.6, 0]\n",
                        path, shape));
        const state::Table& bodies = simulation.world().table(bodies_table);
        const Vec3d start = bodies.read(fields::position)[0];
        double highest = 0;
        for (int k = 1; k <= 20; ++k) {
            test::runTo(simulation, 0.05 * k);
            highest = std::max(highest, bodies.read(fields::position)[0].z);
        }
        const Vec3d way = bodies.read(fields::position)[0] - start;
        EXPECT_NEAR(std::hypot(way.x, way.y), (2 * 2 + 0.6 * 0.6) / (2 * 0.3 * 9.81), 0.02 * 0.741) << shape;
        EXPECT_LT(highest, start.z + 1e-4) << shape;
        EXPECT_LT(std::abs(bodies.read(fields::axis_x)[0].y), 0.02) << shape;
    }
}

}  // namespace
}  // namespace talus::solids
