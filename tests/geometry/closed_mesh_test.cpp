#include "talus/geometry/mesh/closed_mesh.h"

namespace talus::geometry {
namespace {

const Mesh tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

TEST(ClosedMesh, CountsOpenSides) {
    EXPECT_EQ(openSides(tetrahedron), 0u);
    Mesh open = tetrahedron;
    open.triangles.pop_back();
    EXPECT_EQ(openSides(open), 3u);
    Mesh turned = tetrahedron;
    std::swap(turned.triangles[0][0], turned.triangles[0][1]);
    EXPECT_EQ(openSides(turned), 6u);
}

// As STL files have it: each triangle with points of its own. One without an area does no harm.
TEST(ClosedMesh, PointsAtOnePlaceAreOne) {
    Mesh apart;
    for (const auto& triangle : tetrahedron.triangles) {
        const auto first = static_cast<std::uint32_t>(apart.points.size());
        for (const std::uint32_t corner : triangle) apart.points.push_back(tetrahedron.points[corner]);
        apart.triangles.push_back({first, first + 1, first + 2});
    }
    apart.triangles.push_back({0, 0, 1});
    apart.triangles.push_back({0, 1, 0});
    EXPECT_EQ(openSides(apart), 0u);
    apart.points[4].x += 1e-9;
    EXPECT_GT(openSides(apart), 0u);
}

}  // namespace
}  // namespace talus::geometry
