// Solids seen from below: the vertical that is cast as a ray against each shape.
#include "talus/geometry/posed_solid.h"

#include "talus/core/rng.h"

namespace talus::geometry {
namespace {

/// Whether a point is in a solid, by its definition.
bool inside(const Solid& solid, const Vec3d& p) {
    if (const auto* s = std::get_if<Sphere>(&solid)) return length(p - s->centre) <= s->radius;
    if (const auto* b = std::get_if<Box>(&solid))
        return p.x >= b->min.x && p.x <= b->max.x && p.y >= b->min.y && p.y <= b->max.y && p.z >= b->min.z &&
               p.z <= b->max.z;
    if (const auto* r = std::get_if<Rod>(&solid))
        return std::hypot(p.x, p.y) <= r->radius && std::abs(p.z) <= 0.5 * r->length;
    if (const auto* c = std::get_if<Capsule>(&solid)) {
        const Vec3d line = c->to - c->from;
        const double t = std::clamp(dot(p - c->from, line) / squaredLength(line), 0.0, 1.0);
        return length(p - c->from - line * t) <= c->radius;
    }
    return false;
}

std::shared_ptr<const Mesh> boxMesh(const Box& box) {
    Mesh mesh;
    for (int k = 0; k < 8; ++k) mesh.points.push_back(cornerOf(box, k));
    // Counter-clockwise from outside; corners are numbered by bits x, y, z.
    for (const auto& [a, b, c, d] : {std::array<std::uint32_t, 4>{0, 2, 3, 1},
                                     {4, 5, 7, 6},
                                     {0, 1, 5, 4},
                                     {2, 6, 7, 3},
                                     {0, 4, 6, 2},
                                     {1, 3, 7, 5}}) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    return std::make_shared<const Mesh>(mesh);
}

// Against steps of 0.1 mm up the vertical: the first one inside is within a step of the underside. Nowhere
// inside: none. Slivers thinner than a step may go unseen, so lines that graze are left out.
TEST(PosedSolid, UndersidesMatchSteppingUpwardsForAllShapes) {
    const Solid solids[] = {Sphere{{}, 0.05}, Box{{-0.05, -0.03, -0.02}, {0.05, 0.03, 0.02}},
                            Capsule{{0, 0, -0.04}, {0, 0, 0.04}, 0.02}, Rod{0.08, 0.03}};
    const Random random{7, 1};
    constexpr double step = 1e-4;
    int over = 0, beside = 0;
    for (std::uint64_t n = 0; n < 120; ++n) {
        const Solid& solid = solids[n % 4];
        const Vec3d axis{random.uniform(-2, 2, n, 0), random.uniform(-2, 2, n, 1),
                         random.uniform(-2, 2, n, 2)};
        const PosedSolid placed{&solid, n < 8 ? Rotation{} : rotationBy(axis), {0.3, -0.2, 1.7}};
        const Box bounds = placed.bounds();
        const double x = random.uniform(bounds.min.x - 0.01, bounds.max.x + 0.01, n, 3);
        const double y = random.uniform(bounds.min.y - 0.01, bounds.max.y + 0.01, n, 4);
        std::optional<double> first;
        int length_inside = 0;
        for (double z = 1.5; z < 1.9; z += step)
            if (inside(solid, rotatedBack(placed.rotation, Vec3d{x, y, z} - placed.shift))) {
                if (!first) first = z;
                ++length_inside;
            }
        const auto found = placed.underside(x, y);
        if (!first || length_inside < 3) {
            if (!first && !found) ++beside;
            continue;
        }
        ++over;
        ASSERT_TRUE(found) << n;
        EXPECT_LE(*found, *first) << n;
        EXPECT_GE(*found, *first - 1.001 * step) << n;
        EXPECT_GE(*found, bounds.min.z - 1e-12);
        EXPECT_TRUE(x >= bounds.min.x && x <= bounds.max.x && y >= bounds.min.y && y <= bounds.max.y) << n;
    }
    EXPECT_GT(over, 40);
    EXPECT_GT(beside, 10);
}

// A mesh of a box has the underside of the box, also on the lines over its edges and corners.
TEST(PosedSolid, MeshOfABoxHasTheUndersideOfTheBox) {
    const Box box{{-0.05, -0.03, -0.02}, {0.05, 0.03, 0.02}};
    const Solid plain = box, mesh = meshSolid(boxMesh(box));
    for (const Vec3d& turn : {Vec3d{}, Vec3d{0.3, -0.8, 0.2}, Vec3d{0, 0.7853981633974483, 0}}) {
        const PosedSolid a{&plain, rotationBy(turn), {0.1, 0, 0.5}},
            b{&mesh, rotationBy(turn), {0.1, 0, 0.5}};
        for (int i = -30; i <= 30; ++i)
            for (int j = -30; j <= 30; ++j) {
                const double x = 0.1 + 0.00249 * i, y = 0.00251 * j;
                const auto expected = a.underside(x, y), found = b.underside(x, y);
                ASSERT_EQ(expected.has_value(), found.has_value()) << x << " " << y;
                EXPECT_NEAR(found.value_or(0), expected.value_or(0), 1e-9);
            }
        EXPECT_NEAR(b.bounds().min.z, a.bounds().min.z, 1e-15);
    }
    // Straight over the middle of the mesh, where triangles meet.
    const PosedSolid flat{&mesh, {}, {0, 0, 1}};
    EXPECT_NEAR(flat.underside(0, 0).value_or(0), 0.98, 1e-15);
}

}  // namespace
}  // namespace talus::geometry
