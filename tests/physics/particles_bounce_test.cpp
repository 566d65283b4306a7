// Bounces off walls: times, friction, and nothing ever gets through.
#include <algorithm>
#include <functional>
#include <numbers>

#include "talus/core/rng.h"
#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using environment::Motion;
using environment::Wall;
using testing_support::setupOf;
using testing_support::Trial;

System bouncing(double restitution, double friction) {
    System system;
    system.bounces = {{"", restitution, friction}};
    return system;
}

// Falling from h with restitution e, a ball comes to rest after sqrt(2 h / g) (1 + e) / (1 - e): the first
// fall, and flights of 2 v0 e^n / g. Euler's step is late or early by at most a step at each of the bounces,
// of which those that take longer than a step count: 13 for e = 0.5 and steps of 2e-5 s; that is 3e-4 s, of
// which the last is told by the height.
TEST(ParticleBounces, TakeTheTimeOfTheGeometricSeries) {
    constexpr double g = 9.81, height = 1, e = 0.5, dt = 2e-5;
    Wall floor;
    auto setup = setupOf(bouncing(e, 0), {floor});
    setup.gravity = {0, 0, -g};
    Trial run(setup);
    run.add({0, 0, height + 0.01}, {}, 0.01);
    const double expected = std::sqrt(2 * height / g) * (1 + e) / (1 - e);
    run.steps(static_cast<std::uint64_t>((expected - 0.02) / dt), dt);
    // 0.02 s before the end it is still in a flight: the rest of the series is longer than that.
    EXPECT_GT(length(run.velocity()), 0.01);
    run.steps(static_cast<std::uint64_t>((0.02 + 3e-4) / dt), dt);
    EXPECT_LT(std::abs(run.velocity().z), 5 * g * dt);
    EXPECT_NEAR(run.place().z, 0.01, 1e-6);
}

// One bounce of a particle thrown at a wall slantwise: J_t = mu (1 + e) m u_n where it slides on, and no more
// than stops it. Exact but for the rounding of velocities to single.
TEST(ParticleBounces, FrictionStaysWithinCoulombsLimit) {
    Wall floor;
    for (const auto& [friction, sliding] : {std::pair{0.2, 3 - 0.2 * 1.5 * 2}, std::pair{2.0, 0.0}}) {
        Trial run(setupOf(bouncing(0.5, friction), {floor}));
        run.add({0, 0, 0.5}, {3, 0, -2}, 0.1);
        run.steps(10, 0.1);
        EXPECT_NEAR(run.velocity().z, 1, 1e-6);
        EXPECT_NEAR(run.velocity().x, sliding, 1e-6);
        // What the wall was given over one second is what the particle lost.
        const Vec3d load = loadOn(run.world, *run.setup().tables, 0);
        EXPECT_NEAR(load.z, -3, 1e-6);
        EXPECT_NEAR(load.x, 3 - sliding, 1e-6);
        // It hits the floor at x = 0.6; the torque is about the plane's point.
        EXPECT_NEAR(torqueOn(run.world, *run.setup().tables, 0).y, 0.6 * 3, 1e-5);
    }
}

TEST(ParticleBounces, SeparatingContactsGetNoImpulse) {
    Wall floor;
    Trial run(setupOf(bouncing(0, 1), {floor}));
    run.add({0, 0, 0.1}, {1, 0, 1}, 0.1);  // touches, and leaves
    run.steps(1, 0.001);
    EXPECT_EQ(run.velocity(), (Vec3d{1, 0, 1}));
}

/// A closed box of thin plates, 1 m wide.
Wall cage() {
    Wall wall;
    wall.kind = Wall::Kind::BoxInside;
    wall.box = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
    return wall;
}

struct Obstacle {
    const char* name;
    Wall wall;
    /// > 0 where a particle of that radius may be.
    double (*free)(const Vec3d& p);
};

/// Distance from a box, from how far a point is beyond each side; 0 or less in it.
double outside(double x, double y, double z) {
    const Vec3d beyond{std::max(x, 0.0), std::max(y, 0.0), std::max(z, 0.0)};
    return beyond == Vec3d{} ? std::max({x, y, z}) : length(beyond);
}

std::vector<Obstacle> obstacles() {
    std::vector<Obstacle> all;
    Wall wall;
    wall.kind = Wall::Kind::SphereOutside;
    wall.sphere = {{}, 0.2};
    all.push_back({"sphere", wall, [](const Vec3d& p) { return length(p) - 0.2; }});
    wall.kind = Wall::Kind::SphereInside;
    wall.sphere = {{}, 0.45};
    all.push_back({"hollow sphere", wall, [](const Vec3d& p) { return 0.45 - length(p); }});
    wall = {};
    wall.kind = Wall::Kind::BoxOutside;
    wall.box = {{-0.2, -0.1, -0.15}, {0.2, 0.1, 0.15}};
    all.push_back({"box", wall, [](const Vec3d& p) {
                       return outside(std::abs(p.x) - 0.2, std::abs(p.y) - 0.1, std::abs(p.z) - 0.15);
                   }});
    wall = {};
    wall.kind = Wall::Kind::CylinderOutside;
    wall.cone = {{0, 0, -0.2}, {0, 0, 0.2}, 0.15, 0.15};
    all.push_back({"rod", wall, [](const Vec3d& p) {
                       return outside(std::hypot(p.x, p.y) - 0.15, std::abs(p.z) - 0.2, -1);
                   }});
    wall = {};
    wall.kind = Wall::Kind::CylinderInside;
    wall.cone = {{0, 0, -0.45}, {0, 0, 0.45}, 0.4, 0.4};
    wall.caps = {"from", "to"};
    all.push_back({"tube", wall, [](const Vec3d& p) {
                       return std::min(0.4 - std::hypot(p.x, p.y), 0.45 - std::abs(p.z));
                   }});
    wall.kind = Wall::Kind::Cone;
    wall.cone = {{0, 0, -0.4}, {0, 0, 0.4}, 0.1, 0.4};
    all.push_back({"cone", wall, [](const Vec3d& p) {
                       const double slant = std::hypot(0.8, 0.3);
                       const double side =
                           ((0.1 + 0.3 * (p.z + 0.4) / 0.8) - std::hypot(p.x, p.y)) * 0.8 / slant;
                       return std::min(side, 0.4 - std::abs(p.z));
                   }});
    wall = {};
    wall.kind = Wall::Kind::Capsule;
    wall.capsule = {{-0.2, 0, 0}, {0.2, 0, 0}, 0.1};
    all.push_back({"capsule", wall, [](const Vec3d& p) {
                       const double x = std::clamp(p.x, -0.2, 0.2);
                       return length(p - Vec3d{x, 0, 0}) - 0.1;
                   }});
    return all;
}

/// Particles in the cage at 100 m/s, in steps that are longer than all there is: each goes 0.1 m to 1 m a
/// step.
void shoot(const char* name, std::vector<Wall> walls, const std::vector<Motion>& motions, double radius,
           const std::function<double(const Vec3d&, double time)>& free) {
    for (const double dt : {0.001, 0.01}) {
        walls.push_back(cage());
        Trial run(setupOf(bouncing(1, 0), walls, motions));
        walls.pop_back();
        const Random random{7, 3};
        std::size_t made = 0;
        for (std::uint64_t k = 0; made < 300; ++k) {
            const auto place = [&](std::uint32_t c) { return random.uniform(-0.49, 0.49, k, c); };
            const auto speed = [&](std::uint32_t c) { return random.uniform(-1, 1, k, c); };
            const Vec3d p{place(0), place(1), place(2)}, v{speed(3), speed(4), speed(5)};
            if (free(p, 0) < radius + 1e-5) continue;
            run.add(p, normalized(v) * 100.0, radius);
            ++made;
        }
        for (int n = 0; n < 200; ++n) {
            run.steps(1, dt);
            for (std::size_t i = 0; i < made; ++i) {
                const Vec3d p = run.place(i);
                // The centre is its radius away, but for the slack of 1e-6 of it, and 1e-9 of the way (1 m)
                // along a wall.
                ASSERT_GT(free(p, run.world.time) - std::max(radius, 1e-6), -1e-5 * radius - 2e-9)
                    << name << " dt " << dt << " step " << n << " particle " << i << " at " << p.x << ' '
                    << p.y << ' ' << p.z;
                ASSERT_LT(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 0.5 - radius + 1e-6);
            }
        }
    }
}

TEST(ParticleBounces, NothingGetsThroughAnySolidShapeAt100MetresASecond) {
    for (const Obstacle& each : obstacles())
        for (const double radius : {0.0, 0.01})
            shoot(each.name, {each.wall}, {}, radius, [&](const Vec3d& p, double) { return each.free(p); });
}

// Of thin walls each particle stays on its side: a plate and a mesh across the whole cage, standing and
// moving.
TEST(ParticleBounces, NothingGetsThroughThinWallsThatStandOrMove) {
    Wall plate;
    plate.name = "plate";
    plate.kind = Wall::Kind::Rectangle;
    plate.rectangle = {{-1, -1, 0}, {2, 0, 0}, {0, 2, 0}};
    Wall mesh;
    mesh.name = "plate";
    mesh.kind = Wall::Kind::Mesh;
    mesh.mesh = std::make_shared<const geometry::Mesh>(
        geometry::Mesh{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}, {}});
    Motion vibrate;
    vibrate.wall = "plate";
    vibrate.kind = Motion::Kind::Vibrate;
    vibrate.amplitude = 0.1;
    vibrate.frequency = 20;
    for (const Wall& wall : {plate, mesh})
        for (const bool moves : {false, true}) {
            const std::vector<Motion> motions = moves ? std::vector{vibrate} : std::vector<Motion>{};
            for (const double radius : {0.0, 0.01}) {
                Trial run(setupOf(bouncing(0.9, 0.1), {wall, cage()}, motions));
                const Random random{9, 3};
                constexpr std::size_t count = 300;
                for (std::uint64_t k = 0; k < count; ++k) {
                    const auto draw = [&](std::uint32_t c) { return random.uniform(-1, 1, k, c); };
                    const double z = 0.2 + 0.2 * std::abs(draw(2));
                    run.add({0.4 * draw(0), 0.4 * draw(1), k % 2 == 0 ? z : -z},
                            normalized(Vec3d{draw(3), draw(4), draw(5)}) * 100.0, radius);
                }
                for (int n = 0; n < 300; ++n) {
                    run.steps(1, 0.001);
                    const double at =
                        moves ? 0.1 * std::sin(2 * std::numbers::pi * 20 * run.world.time) : 0.0;
                    for (std::size_t i = 0; i < count; ++i) {
                        const double side = (run.place(i).z - at) * (i % 2 == 0 ? 1 : -1);
                        ASSERT_GT(side, 0) << "step " << n << " particle " << i << " moves " << moves;
                    }
                }
            }
        }
}

// With restitution 1 and no friction a wall that stands still takes no energy, however many bounces there are
// in a step: to the rounding of velocities to single, some 200 bounces of 6e-8.
TEST(ParticleBounces, KeepTheirSpeedOffWallsThatStandStill) {
    Trial run(setupOf(bouncing(1, 0), {cage()}));
    run.add({0.1, 0.2, -0.3}, {60, 50, 40}, 0.01);
    const double before = run.measured().holding.energy;
    run.steps(500, 0.004);
    EXPECT_NEAR(run.measured().holding.energy / before, 1, 1e-5);
}

// In a bowl without restitution and friction a particle slides back and forth as a pendulum of length
// R - r: T = 2 pi sqrt(L / g) (1 + a^2 / 16), with a = 0.1. Where it ends its straight ways in the bowl again
// and again, it must neither stop nor leave; what the turning of its velocity costs is a share of the order
// of (v dt / R)^2 a step.
TEST(ParticleBounces, SlideInABowlAsAPendulum) {
    constexpr double g = 9.81, radius = 0.01, bowl = 0.51, swing = bowl - radius, angle = 0.1;
    Wall wall;
    wall.kind = Wall::Kind::SphereInside;
    wall.sphere = {{}, bowl};
    auto setup = setupOf(bouncing(0, 0), {wall});
    setup.gravity = {0, 0, -g};
    Trial run(setup);
    run.add({swing * std::sin(angle), 0, -swing * std::cos(angle)}, {}, radius);
    const double period = 2 * std::numbers::pi * std::sqrt(swing / g) * (1 + angle * angle / 16);
    const double dt = period / 2000;
    run.steps(2000, dt);
    EXPECT_NEAR(run.place().x, swing * std::sin(angle), 0.03 * swing * angle);
    EXPECT_NEAR(length(run.place()), swing, 1e-6);
}

}  // namespace
}  // namespace talus::particles
