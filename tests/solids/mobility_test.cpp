// How easily the surfaces of bodies give way to a push.
#include "talus/solids/mobility.h"

#include <numbers>

#include "talus/geometry/mass.h"
#include "talus/math/inverse_tensor.h"

namespace talus::solids {
namespace {

double ofMassTwo(const geometry::Solid& solid) {
    const geometry::MassProperties found = massPropertiesOf(solid);
    const double per = 2 / found.volume;
    const Tensor inertia{found.per_density.x * per, found.per_density.y * per, found.per_density.z * per};
    return largestMobility({2, inertia, inverse(inertia)}, solid);
}

/// The most among points and normals of a box all over its surface, with those between the sides at edges and
/// corners.
double sampled(const geometry::Box& box) {
    const geometry::MassProperties found = massPropertiesOf(box);
    const Tensor inverse_inertia = inverse(found.per_density);
    double most = 0;
    constexpr int n = 12;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) {
            // All directions of an eighth of the sphere stand on the corner.
            const double a = 0.5 * std::numbers::pi * i / n, b = 0.5 * std::numbers::pi * j / n;
            const Vec3d normal{std::cos(a) * std::cos(b), std::sin(a) * std::cos(b), std::sin(b)};
            const Vec3d arm = cross(box.max, normal);
            most = std::max(most, dot(arm, times(inverse_inertia, arm)));
        }
    return 1 / 2.0 + most * found.volume / 2;
}

// Closed forms for mass 2: a ball turns by no push along its normal; a cube's corner has 4/M in all; a thin
// disc 1/M + R^2/(M R^2/4) at its rim; a thin capsule, a rod of length 2 h, 1/M + h^2/(M h^2/3).
TEST(LargestMobility, MatchesClosedForms) {
    EXPECT_DOUBLE_EQ(ofMassTwo(geometry::Sphere{{}, 0.3}), 0.5);
    EXPECT_NEAR(ofMassTwo(geometry::Box{{-1, -1, -1}, {1, 1, 1}}), 4 / 2.0, 1e-12);
    EXPECT_NEAR(ofMassTwo(geometry::Rod{1e-5, 0.4}), 5 / 2.0, 1e-6);
    EXPECT_NEAR(ofMassTwo(geometry::Capsule{{0, 0, -1}, {0, 0, 1}, 1e-6}), 4 / 2.0, 1e-4);
}

TEST(LargestMobility, BoxHasItAtACorner) {
    for (const Vec3d half : {Vec3d{1, 1, 1}, Vec3d{3, 1, 0.2}, Vec3d{0.1, 2, 0.1}}) {
        const geometry::Box box{-half, half};
        EXPECT_NEAR(ofMassTwo(box), sampled(box), 1e-9 * sampled(box));
    }
}

TEST(LargestMobility, MeshMatchesItsShape) {
    const geometry::Box box{{-0.3, -0.2, -0.1}, {0.3, 0.2, 0.1}};
    geometry::Mesh mesh;
    for (int k = 0; k < 8; ++k) mesh.points.push_back(cornerOf(box, k));
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const geometry::Solid solid = geometry::meshSolid(std::make_shared<const geometry::Mesh>(mesh));
    EXPECT_NEAR(ofMassTwo(solid), ofMassTwo(box), 1e-9);
}

}  // namespace
}  // namespace talus::solids
