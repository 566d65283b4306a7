#include "talus/particles/emit/emit.h"

#include <numbers>

#include "talus/particles/emit/schedule.h"
#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

std::shared_ptr<const geometry::Mesh> cube() {
    geometry::Mesh mesh;
    for (int k = 0; k < 8; ++k) mesh.points.push_back(geometry::cornerOf({{0, 0, 0}, {1, 2, 3}}, k));
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return std::make_shared<const geometry::Mesh>(mesh);
}

Vec3d meanOf(const Emitter& emitter, double& inside) {
    const ShapeSampler shape(emitter);
    const Random random{1, 2};
    Vec3d mean;
    inside = 0;
    constexpr double count = 20000;
    for (std::uint64_t k = 0; k < 20000; ++k) {
        const Spot spot = shape.draw(random, k);
        EXPECT_NEAR(length(spot.normal), 1, 1e-12);
        mean += spot.place / count;
        const Vec3d& p = spot.place;
        inside += (p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x <= 1 && p.y <= 2 && p.z <= 3) / count;
    }
    return mean;
}

// 20000 places: the mean of one coordinate scatters by its deviation / 141, below 3 / sqrt(12) / 141 = 0.006;
// four of these.
TEST(ParticleEmitters, DrawEvenlyInAMesh) {
    Emitter emitter;
    emitter.mesh = cube();
    for (const auto shape : {Emitter::Shape::MeshVolume, Emitter::Shape::MeshSurface}) {
        emitter.shape = shape;
        double inside = 0;
        EXPECT_LT(length(meanOf(emitter, inside) - Vec3d{0.5, 1, 1.5}), 0.035);
        EXPECT_NEAR(inside, 1, 1e-9) << "share of the places that are in the cube, all; a sum of 20000 terms";
    }
}

TEST(ParticleEmitters, DrawEvenlyOnDiscAndInSphere) {
    Emitter emitter;
    emitter.centre = {1, 2, 3};
    emitter.direction = {1, 1, 0};
    emitter.radius = 2;
    const Random random{1, 2};
    for (const auto shape : {Emitter::Shape::Disc, Emitter::Shape::Sphere}) {
        emitter.shape = shape;
        const ShapeSampler sampler(emitter);
        int inner = 0;
        constexpr int count = 20000;
        for (std::uint64_t k = 0; k < count; ++k) {
            const Vec3d p = sampler.draw(random, k).place - emitter.centre;
            EXPECT_LT(length(p), 2 + 1e-12);
            EXPECT_NEAR(shape == Emitter::Shape::Disc ? p.x + p.y : 0, 0, 1e-12);
            inner += length(p) < 1;
        }
        // A quarter, or an eighth, within half the radius; four deviations of a binomial count.
        const double share = shape == Emitter::Shape::Disc ? 0.25 : 0.125;
        EXPECT_NEAR(inner, count * share, 4 * std::sqrt(count * share));
    }
}

// Evenly on the cap of a sphere: the mean of the cosine is half way between 1 and that of the cone.
TEST(ParticleEmitters, SpreadEvenlyWithinACone) {
    const Random random{4, 4};
    const Vec3d along = normalized(Vec3d{1, -2, 0.5});
    double mean = 0;
    for (std::uint64_t k = 0; k < 20000; ++k) {
        const double c = dot(withinCone(along, 1.0, random.uniform(k, 0), random.uniform(k, 1)), along);
        EXPECT_GE(c, std::cos(1.0) - 1e-12);
        mean += c / 20000;
    }
    EXPECT_NEAR(mean, 0.5 * (1 + std::cos(1.0)), 4 * (1 - std::cos(1.0)) / std::sqrt(12 * 20000));
}

TEST(ParticleEmitters, OweTheIntegralOfTheirRate) {
    Emitter emitter;
    emitter.rate = 1000;
    emitter.start = 0.5;
    emitter.stop = 1;
    EXPECT_EQ(steadyDue(emitter, 0.4), 0u);
    EXPECT_EQ(steadyDue(emitter, 0.6), 100u);
    EXPECT_EQ(steadyDue(emitter, 7), 500u);
}

// The same particles whatever the step, but for the moment within a step at which they leave.
TEST(ParticleEmitters, DrawByIndexAlone) {
    System system;
    Emitter emitter;
    emitter.burst_times = {0};
    emitter.burst_counts = {100};
    emitter.rate = 0;
    emitter.speed = {2, 0.5};
    emitter.cone = 0.5;
    system.emitters = {emitter};
    testing_support::Trial a(testing_support::setupOf(system)), b(testing_support::setupOf(system));
    a.steps(10, 0.01);
    b.steps(100, 0.001);
    ASSERT_EQ(a.size(), 100u);
    ASSERT_EQ(b.size(), 100u);
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(a.velocity(i), b.velocity(i));
        EXPECT_LT(length(a.place(i) - b.place(i)), 1e-12);
    }
}

}  // namespace
}  // namespace talus::particles
