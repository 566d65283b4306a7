#include "talus/environment/contact/planes.h"

#include <gtest/gtest.h>

#include "talus/core/rng.h"

namespace talus::environment {
namespace {

/// A closed box, and a slope in it.
Walls boxAndSlope() {
    Wall box;
    box.name = "box";
    box.kind = Wall::Kind::BoxInside;
    box.box = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
    Wall slope;
    slope.name = "slope";
    slope.plane = {{0, 0, -0.3}, normalized(Vec3d{0.3, 0.2, 1})};
    return {{box, slope}, {0, 0}, {}};
}

// In a closed box and on a slope in it: the two ways through a step have the same bits, with and without
// friction.
TEST(Planes, PlaneCodeGivesTheSameBitsAsTheGeneralCode) {
    const Walls walls = boxAndSlope();
    const Surfaces surfaces{{{0.6, 0.3}, {0, 0}}, {}};
    const FaceBounds bounds(walls);
    const WallsAt now(walls, 0);
    const Obstacles obstacles(surfaces, bounds, now, now, nullptr);
    const Random random{1, 1};
    Obstacles::Scratch scratch;
    int bounced = 0;
    for (std::uint64_t k = 0; k < 5000; ++k) {
        const auto draw = [&](std::uint32_t c) { return random.uniform(-1, 1, k, c); };
        const Vec3d from = Vec3d{draw(0), draw(1), draw(2)} * 0.45, v{draw(3), draw(4), draw(5)};
        const double dt = 0.4;
        Traveller a{from, from + v * dt, v, k % 3 == 0 ? 0.0 : 0.02, 0.5}, b = a;
        Loads loads_a{std::vector<Load>(2), {}};
        std::vector<Load> loads_b(2);
        obstacles.travel(a, dt, scratch, loads_a);
        travelBetweenPlanes({walls, surfaces.walls}, b, dt, loads_b);
        ASSERT_EQ(a.position, b.position) << k;
        ASSERT_EQ(a.velocity, b.velocity) << k;
        for (std::size_t w = 0; w < 2; ++w) {
            ASSERT_EQ(loads_a.walls[w].impulse, loads_b[w].impulse);
            ASSERT_EQ(loads_a.walls[w].angular_impulse, loads_b[w].angular_impulse);
        }
        bounced += a.velocity != v;
    }
    EXPECT_GT(bounced, 1000);
}

/// Particles on their way between walls: some far from all, some that meet several, some that begin in one.
struct Particles {
    std::vector<Vec3d> position, way;
    std::vector<Vec3f> velocity;
    std::vector<float> radius, mass;

    Particles(std::size_t count, double dt) {
        const Random random{7, 1};
        for (std::uint64_t k = 0; k < count; ++k) {
            const auto draw = [&](std::uint32_t c) { return random.uniform(-1, 1, k, c); };
            const double far = k % 5 == 0 ? 0.52 : 0.3;
            velocity.push_back(k % 7 == 0 || k > count / 2 ? Vec3f{0, 0, -1}
                                                           : narrow(Vec3d{draw(3), draw(4), draw(5)}));
            way.push_back(wide(velocity.back()) * dt);
            position.push_back(Vec3d{draw(0), draw(1), draw(2)} * far + way.back());
            radius.push_back(k % 3 == 0 ? 0.0f : 0.02f);
            mass.push_back(static_cast<float>(1.5 + draw(6)));
        }
    }
    MovedRows rows(bool by_way) {
        return {position.data(), velocity.data(), radius.data(), mass.data(), by_way ? way.data() : nullptr};
    }
};

// Several at a time and one by one: the same bits of places, velocities and loads, which are sums in the
// order of the rows. Short ways and long ones, so that batches are met by none, one and many planes.
TEST(Planes, BatchesGiveTheSameBitsAsSingleParticles) {
    Wall floor;
    floor.name = "floor";
    floor.plane = {{0, 0, -0.35}, {0, 0, 1}};
    const Walls walls_of[] = {boxAndSlope(), Walls({floor}, {0}, {})};
    const std::vector<Surface> surfaces{{0.6, 0.3}, {0, 0}};
    for (const Walls& walls : walls_of)
        for (const double dt : {0.01, 0.6})
            for (const bool by_way : {false, true}) {
                constexpr std::size_t count = 3001;  // no multiple of any number of lanes
                Particles together(count, dt), alone = together;
                std::vector<std::uint32_t> which;
                for (std::uint32_t i = 0; i < count; ++i)
                    if (i % 11 != 0) which.push_back(i);
                std::vector<Load> loads(2), loads_alone(2);
                const Planes planes{walls, surfaces};
                travelBetweenPlanes(planes, together.rows(by_way), which, dt, loads);
                for (const std::uint32_t i : which) {
                    const Vec3d v = wide(alone.velocity[i]), end = alone.position[i];
                    Traveller t{end - (by_way ? alone.way[i] : v * dt), end, v, alone.radius[i],
                                alone.mass[i]};
                    travelBetweenPlanes(planes, t, dt, loads_alone);
                    alone.position[i] = t.position;
                    alone.velocity[i] = narrow(t.velocity);
                }
                EXPECT_EQ(together.position, alone.position);
                EXPECT_EQ(together.velocity, alone.velocity);
                for (std::size_t w = 0; w < 2; ++w) {
                    EXPECT_EQ(loads[w].impulse, loads_alone[w].impulse);
                    EXPECT_EQ(loads[w].angular_impulse, loads_alone[w].angular_impulse);
                }
            }
}

}  // namespace
}  // namespace talus::environment
