#include "talus/geometry/mesh/closed_mesh.h"

#include "tests/support/block_mesh.h"

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
TEST(ClosedMesh, CoincidentPointsAreMerged) {
    Mesh apart;
    for (const auto& triangle : tetrahedron.triangles) {
        const auto first = static_cast<std::uint32_t>(apart.points.size());
        for (const std::uint32_t corner : triangle) apart.points.push_back(tetrahedron.points[corner]);
        apart.triangles.push_back({first, first + 1, first + 2});
    }
    apart.triangles.push_back({0, 0, 1});
    apart.triangles.push_back({0, 1, 0});
    EXPECT_EQ(openSides(apart), 0u);
    EXPECT_EQ(partsOf(apart).size(), 1u);
    apart.points[4].x += 1e-9;
    EXPECT_GT(openSides(apart), 0u);
}

// Rays upwards through edges and corners cross the surface once there. A cube of two triangles a side has its
// diagonals above a third of the lattice; an octahedron has a corner above its axis and edges above both
// planes.
TEST(ClosedMesh, EnclosesPointsBelowEdgesAndCorners) {
    const Mesh cube = test::blockMesh({1, 1, 1});
    const Mesh octahedron{
        {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
        {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}}};
    ASSERT_EQ(openSides(cube), 0u);
    ASSERT_EQ(openSides(octahedron), 0u);
    constexpr int n = 10;
    for (int k = -n; k < 2 * n; ++k)
        for (int j = -n; j < 2 * n; ++j)
            for (int i = -n; i < 2 * n; ++i) {
                const auto within = [](int m) { return m >= 0 && m < n; };
                EXPECT_EQ(encloses(cube, {(i + 0.5) / n, (j + 0.5) / n, (k + 0.5) / n}),
                          within(i) && within(j) && within(k))
                    << i << ' ' << j << ' ' << k;
                // Off the surface itself: an odd sum is never 1.
                const Vec3d p{2.0 * i / n, 2.0 * j / n, (2.0 * k + 0.5) / n};
                EXPECT_EQ(encloses(octahedron, p), std::abs(p.x) + std::abs(p.y) + std::abs(p.z) < 1)
                    << p.x << ' ' << p.y << ' ' << p.z;
            }
}

TEST(ClosedMesh, SplitsIntoConnectedParts) {
    Mesh both;
    for (const double x : {0.0, 5.0}) {
        const auto first = static_cast<std::uint32_t>(both.points.size());
        for (const Vec3d& p : tetrahedron.points) both.points.push_back(p + Vec3d{x, 0, 0});
        for (const auto& [a, b, c] : tetrahedron.triangles)
            both.triangles.insert(both.triangles.begin(), {first + a, first + b, first + c});
    }
    const std::vector<Mesh> parts = partsOf(both);
    ASSERT_EQ(parts.size(), 2u);
    for (const Mesh& part : parts) {
        EXPECT_EQ(part.points.size(), 4u);
        EXPECT_EQ(part.triangles.size(), 4u);
        EXPECT_EQ(openSides(part), 0u);
        EXPECT_DOUBLE_EQ(volumeOf(part), 1.0 / 6);
    }
    EXPECT_GE(boundsOf(parts[0]).min.x, 5);
    EXPECT_TRUE(partsOf(Mesh{}).empty());
}

}  // namespace
}  // namespace talus::geometry
