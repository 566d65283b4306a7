// A small thing that slides in a hollow wall which moves: it must go on, as it does in one that stands still.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/environment/contact/obstacles.h"

namespace talus::environment {
namespace {

constexpr double radius = 0.5;

/// A tube on its axis z that opens upwards: the radius at z = 0, and `end` at z = 1.
Wall tube(double end) {
    Wall wall;
    wall.name = "tube";
    wall.kind = Wall::Kind::Cone;
    wall.cone = {{0, 0, -1}, {0, 0, 1}, 2 * radius - end, end};
    return wall;
}

Motion moving(const Vec3d& velocity) {
    Motion motion;
    motion.wall = "tube";
    motion.velocity = velocity;
    return motion;
}

Motion turning(double rate) {
    Motion motion;
    motion.wall = "tube";
    motion.kind = Motion::Kind::Rotate;
    motion.rate = rate;
    return motion;
}

class InHollow {
  public:
    InHollow(const std::vector<Wall>& all, const std::vector<Motion>& motions, Surface surface = {0, 0})
        : walls_(all, std::vector<std::uint16_t>(all.size(), 0), motions),
          surfaces_{std::vector<Surface>(all.size(), surface), {}},
          bounds_(walls_),
          loads{std::vector<Load>(all.size()), {}} {}

    void run(Traveller& t, double dt, int steps, const Vec3d& acceleration = {}) {
        for (int k = 0; k < steps; ++k) {
            const WallsAt begin(walls_, time), end(walls_, time + dt);
            const Obstacles obstacles(surfaces_, bounds_, begin, end, nullptr);
            t.velocity += acceleration * dt;
            t.target = t.position + t.velocity * dt;
            obstacles.travel(t, dt, scratch_, loads);
            time += dt;
        }
    }

  private:
    Walls walls_;
    Surfaces surfaces_;
    FaceBounds bounds_;
    Obstacles::Scratch scratch_;

  public:
    Loads loads;
    double time = 0;
};

double angleOf(const Vec3d& p) { return std::atan2(p.y, p.x); }

// Sideways along the wall: it goes round at its speed, v t / r, whatever the wall does that does not change
// its place: without friction a tube that turns is one that stands, and seen from a tube that goes along its
// axis so is that one. A straight way ends in the face again at once, so that each step has more bounces than
// are followed. Turning its velocity costs a share of the order of (v dt / r)^2 a step, 4e-4 here, 2% in all:
// of the speed, and half of that of the way.
TEST(MovingHollow, ParticleCirclesInATubeAtItsSpeed) {
    for (const auto& motions :
         {std::vector<Motion>{}, std::vector{turning(0.7)}, std::vector{moving({0, 0, 0.3})}}) {
        InHollow hollow({tube(radius)}, motions);
        Traveller t{{radius - 1e-6, 0, 0}, {}, {0, 0.5, 0}, 0, 1};
        hollow.run(t, 0.02, 50);
        EXPECT_NEAR(angleOf(t.position), 0.5 * hollow.time / radius, 0.01) << motions.size();
        EXPECT_NEAR(length(t.velocity), 0.5, 0.01);
        EXPECT_NEAR(std::hypot(t.position.x, t.position.y), radius, 1e-5);
    }
}

// Seen from a tube that moves sideways at 0.2 m/s a particle that moves with it and with 0.5 m/s besides goes
// round likewise; and the tube gets back what turns it.
TEST(MovingHollow, ParticleCirclesInATubeThatMovesSideways) {
    const Vec3d along{0.2, -0.1, 0};
    InHollow hollow({tube(radius)}, {moving(along)});
    Traveller t{{radius - 1e-6, 0, 0}, {}, Vec3d{0, 0.5, 0} + along, 0, 1};
    const Vec3d before = t.velocity;
    hollow.run(t, 0.02, 50);
    EXPECT_NEAR(angleOf(t.position - along * hollow.time), 0.5 * hollow.time / radius, 0.01);
    EXPECT_NEAR(length(t.velocity - along), 0.5, 0.01);
    const Vec3d given = hollow.loads.walls[0].impulse + (t.velocity - before);
    EXPECT_LT(length(given), 1e-12);
}

// In a cone that turns, without friction: a particle slides down its side under gravity, g cos(slope).
TEST(MovingHollow, ParticleSlidesDown) {
    InHollow hollow({tube(0.8)}, {turning(1)});
    const double dr = 0.6, dz = 2, slant = std::hypot(dr, dz);
    // A micrometre off the side at z = 0.5.
    Traveller t{{0.5 + 0.3 * 0.5 - 1e-6 * slant / dz, 0, 0.5}, {}, {}, 0, 1};
    hollow.run(t, 0.005, 60, {0, 0, -9.81});
    const double way = 0.5 * 9.81 * dz / slant * hollow.time * hollow.time;
    EXPECT_NEAR(0.5 - t.position.z, way * dz / slant, 0.03 * way);
    EXPECT_NEAR(std::hypot(t.position.x, t.position.y), 0.5 + 0.3 * t.position.z, 1e-4);
}

// It bounces: with restitution it may spend all its bounces, and must come down all the same.
TEST(MovingHollow, BouncingParticleFallsFreely) {
    InHollow hollow({tube(radius)}, {moving({0.1, 0, 0})}, {0.5, 0});
    Traveller t{{radius - 2e-6, 0, 0.5}, {}, {0.3, 0.3, 0}, 0, 1};
    hollow.run(t, 0.005, 60, {0, 0, -9.81});
    EXPECT_NEAR(0.5 - t.position.z, 0.5 * 9.81 * hollow.time * hollow.time, 0.05);
}

// Sliding on into something else that stands in the way: a floor across the tube stops it, however the tube
// moves.
TEST(MovingHollow, FloorAcrossTheTubeStopsTheParticle) {
    Wall floor;
    floor.name = "floor";
    floor.kind = Wall::Kind::Rectangle;
    floor.rectangle = {{-2, -2, 0}, {4, 0, 0}, {0, 4, 0}};
    InHollow hollow({tube(radius), floor}, {moving({0.1, 0, 0})});
    Traveller t{{radius - 2e-6, 0, 0.1}, {}, {0.1, 0.3, 0}, 0, 1};
    for (int k = 0; k < 100; ++k) {
        hollow.run(t, 0.01, 1, {0, 0, -9.81});
        ASSERT_GT(t.position.z, 0) << k;
        ASSERT_LT(std::hypot(t.position.x - 0.1 * hollow.time, t.position.y), radius) << k;
    }
    EXPECT_LT(t.position.z, 1e-5);
    EXPECT_NEAR(length(t.velocity - Vec3d{0.1, 0, 0}), 0.3, 0.01);
}

}  // namespace
}  // namespace talus::environment
