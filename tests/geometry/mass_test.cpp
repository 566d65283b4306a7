// What shapes weigh, and how hard they are to turn.
#include "talus/geometry/mass.h"

#include <numbers>

#include "talus/math/inverse_tensor.h"

namespace talus::geometry {
namespace {

using std::numbers::pi;

// Textbook values for a unit density; the capsule, which textbooks lack, against a sum over small cubes: 0.5%
// of cubes are cut by its surface, half of them in.
TEST(MassProperties, ClosedForms) {
    const MassProperties ball = massPropertiesOf(Sphere{{}, 0.2});
    EXPECT_NEAR(ball.volume, 4.0 / 3 * pi * 0.008, 1e-15);
    EXPECT_NEAR(ball.per_density.z.z, 0.4 * ball.volume * 0.04, 1e-16);
    const MassProperties box = massPropertiesOf(Box{{-1, -0.5, -0.25}, {1, 0.5, 0.25}});
    EXPECT_DOUBLE_EQ(box.volume, 1);
    EXPECT_DOUBLE_EQ(box.per_density.x.x, (1 + 0.25) / 12);
    EXPECT_DOUBLE_EQ(box.per_density.y.y, (4 + 0.25) / 12);
    const MassProperties rod = massPropertiesOf(Rod{0.3, 0.1});
    EXPECT_NEAR(rod.per_density.z.z, 0.5 * rod.volume * 0.01, 1e-16);
    EXPECT_NEAR(rod.per_density.x.x, rod.volume * (0.03 + 0.09) / 12, 1e-16);

    const MassProperties capsule = massPropertiesOf(Capsule{{0, 0, -0.2}, {0, 0, 0.2}, 0.1});
    double volume = 0, along = 0, across = 0;
    constexpr double h = 0.0025, cube = h * h * h;
    for (double x = -0.1 + h / 2; x < 0.1; x += h)
        for (double y = -0.1 + h / 2; y < 0.1; y += h)
            for (double z = -0.3 + h / 2; z < 0.3; z += h) {
                const double beyond = std::max(0.0, std::abs(z) - 0.2);
                if (x * x + y * y + beyond * beyond > 0.01) continue;
                volume += cube;
                along += cube * (x * x + y * y);
                across += cube * (y * y + z * z);
            }
    EXPECT_NEAR(capsule.volume, volume, 2e-3 * volume);
    EXPECT_NEAR(capsule.per_density.z.z, along, 5e-3 * along);
    EXPECT_NEAR(capsule.per_density.x.x, across, 5e-3 * across);
}

// A tetrahedron off the origin: volume 1/6, centre at a quarter, and about that xx = 3/80 - 1/96 of its
// second moments, xy = 1/120 - 1/96 (integrals over the corner x, y, z >= 0, x + y + z <= 1).
TEST(MassProperties, MeshMatchesItsShape) {
    Mesh mesh;
    mesh.points = {{2, 3, 4}, {3, 3, 4}, {2, 4, 4}, {2, 3, 5}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const MassProperties found = massPropertiesOf(meshSolid(std::make_shared<const Mesh>(mesh)));
    EXPECT_NEAR(found.volume, 1.0 / 6, 1e-14);
    EXPECT_NEAR(length(found.centre - Vec3d{2.25, 3.25, 4.25}), 0, 1e-13);
    const double xx = 1.0 / 60 - 1.0 / 96, xy = 1.0 / 120 - 1.0 / 96;
    EXPECT_NEAR(found.per_density.x.x, 2 * xx, 1e-12);
    EXPECT_NEAR(found.per_density.x.y, -xy, 1e-12);
    const Tensor inverted = inverse(found.per_density);
    const Vec3d v = times(inverted, times(found.per_density, {1, -2, 3}));
    EXPECT_NEAR(length(v - Vec3d{1, -2, 3}), 0, 1e-10);

    // In coordinates of a map, which hold about 1e-9 m there.
    for (Vec3d& p : mesh.points) p += Vec3d{5e5, 5.1e6, 2000};
    const MassProperties far = massPropertiesOf(meshSolid(std::make_shared<const Mesh>(mesh)));
    EXPECT_NEAR(far.volume, 1.0 / 6, 1e-8);
    EXPECT_NEAR(length(far.centre - Vec3d{5e5 + 2.25, 5.1e6 + 3.25, 2004.25}), 0, 1e-8);
    EXPECT_NEAR(far.per_density.x.x, 2 * xx, 1e-8);
    EXPECT_NEAR(far.per_density.x.y, -xy, 1e-8);
}

}  // namespace
}  // namespace talus::geometry
