#include "talus/geometry/mesh/signed_distance.h"

#include <gtest/gtest.h>

#include <random>

#include "talus/geometry/mesh/closed_mesh.h"
#include "tests/support/block_mesh.h"

namespace talus::geometry {
namespace {

SignedDistance distanceFrom(const Mesh& mesh, const TriangleTree& tree, const Vec3d& p) {
    return signedDistance(
        tree,
        [&](std::uint32_t t) {
            const auto& [a, b, c] = mesh.triangles[t];
            return std::array<Vec3d, 3>{mesh.points[a], mesh.points[b], mesh.points[c]};
        },
        p);
}

const Mesh cube = test::blockMesh({1, 1, 1});

// The closed form for a box, at positions whose nearest points are inside of sides, on edges and at corners.
TEST(SignedDistance, OfACube) {
    const TriangleTree tree(cube);
    const auto along = [](double x) { return x < 0 ? -x : x > 1 ? x - 1 : 0; };
    for (double z = -0.45; z < 1.5; z += 0.1)
        for (double y = -0.45; y < 1.5; y += 0.1)
            for (double x = -0.45; x < 1.5; x += 0.1) {
                const double out = std::hypot(along(x), along(y), along(z));
                const double in = std::min({x, y, z, 1 - x, 1 - y, 1 - z});
                const SignedDistance found = distanceFrom(cube, tree, {x, y, z});
                EXPECT_NEAR(found.distance, out > 0 ? out : -in, 1e-12) << x << ' ' << y << ' ' << z;
                EXPECT_NEAR(length(found.normal), 1, 1e-12);
            }
    const SignedDistance by_corner = distanceFrom(cube, tree, {1.3, 1.3, 1.3});
    EXPECT_NEAR(dot(by_corner.normal, normalized(Vec3d{1, 1, 1})), 1, 1e-12);
    const SignedDistance inside = distanceFrom(cube, tree, {0.5, 0.9, 0.5});
    EXPECT_NEAR(dot(inside.normal, Vec3d{0, 1, 0}), 1, 1e-12) << "out of the cube";
    const SignedDistance on_side = distanceFrom(cube, tree, {1, 0.3, 0.6});
    EXPECT_NEAR(on_side.distance, 0, 1e-15);
    EXPECT_NEAR(dot(on_side.normal, Vec3d{1, 0, 0}), 1, 1e-12);
}

// A star with needles of random lengths: its nearest points are mostly corners and edges, where the sign by
// the normal of one triangle alone is wrong. Against the parity of a ray, and all triangles.
TEST(SignedDistance, OfASpikyBodyHasTheSignOfARay) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Mesh star;
    constexpr int around = 14, rows = 7;
    star.points = {{0, 0, 1}, {0, 0, -1}};
    for (int row = 1; row < rows; ++row)
        for (int k = 0; k < around; ++k) {
            const double polar = std::numbers::pi * row / rows, turn = 2 * std::numbers::pi * k / around;
            const double size = 0.65 + 0.5 * uniform(random);
            star.points.push_back(
                Vec3d{std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn), std::cos(polar)} *
                size);
        }
    const auto at = [](int row, int k) {
        return row == 0      ? 0u
               : row == rows ? 1u
                             : static_cast<std::uint32_t>(2 + (row - 1) * around + k % around);
    };
    for (int row = 0; row < rows; ++row)
        for (int k = 0; k < around; ++k) {
            if (row > 0) star.triangles.push_back({at(row, k), at(row + 1, k), at(row, k + 1)});
            if (row < rows - 1)
                star.triangles.push_back({at(row, k + 1), at(row + 1, k), at(row + 1, k + 1)});
        }
    ASSERT_EQ(openSides(star), 0u);
    ASSERT_GT(volumeOf(star), 0);
    const TriangleTree tree(star);
    int inside = 0;
    for (int n = 0; n < 4000; ++n) {
        const Vec3d p{1.3 * uniform(random), 1.3 * uniform(random), 1.3 * uniform(random)};
        double least = 1e300;
        for (const auto& [a, b, c] : star.triangles)
            least = std::min(
                least,
                length(p - closestOnTriangle(star.points[a], star.points[b], star.points[c], p).point));
        const SignedDistance found = distanceFrom(star, tree, p);
        EXPECT_NEAR(std::abs(found.distance), least, 1e-12);
        EXPECT_EQ(found.distance < 0, encloses(star, p)) << p.x << ' ' << p.y << ' ' << p.z;
        inside += found.distance < 0;
    }
    EXPECT_GT(inside, 200);
}

}  // namespace
}  // namespace talus::geometry
