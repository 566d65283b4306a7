// How grains of several spheres move: freely, as they fall, and in collisions.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/clumps/fields.h"
#include "talus/math/free_turn.h"
#include "tests/grains/clump_scenes.h"
#include "tests/grains/grain_world.h"
#include "tests/support/scene_text.h"

namespace talus {
namespace {

using std::numbers::pi;
using namespace testing_support;
using namespace test::clump_scenes;

// A body with three different moments (Dzhanibekov): angular momentum and energy stay for
// steps in which it turns by up to half a radian, and a slow step follows Euler's equations.
TEST(FreeTurn, KeepsEnergyAndMomentum) {
    const Vec3d inverse{1, 0.5, 1.0 / 3};
    for (const double dt : {1e-3, 0.15}) {
        Rotation rotation;
        const Vec3d momentum{0.02, 6, 0.03};
        const auto energy = [&] {
            const Vec3d l = rotatedBack(rotation, momentum);
            return 0.5 * (l.x * l.x * inverse.x + l.y * l.y * inverse.y + l.z * l.z * inverse.z);
        };
        const double first = energy();
        bool flipped = false;
        for (int step = 0; step < 20000; ++step) {
            rotation = rotatedBySpin(rotation, meanSpin(inverse, rotatedBack(rotation, momentum), dt), dt);
            flipped |= rotatedBack(rotation, momentum).y < -5;
        }
        EXPECT_NEAR(energy(), first, 1e-11 * first) << dt;
        EXPECT_TRUE(flipped) << dt;
        EXPECT_NEAR(dot(rotation.x, rotation.y), 0, 1e-14);
    }
}

// Through the whole engine: a free clump that tumbles.
TEST(Clumps, KeepMomentumAndEnergyWhereNothingActs) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([world]
gravity = [0, 0, 0]
[[grain]]
material = "sand"
position = [0, 0, 0]
velocity = [0.1, 0.2, 0]
spin = [1, 40, 2]
shape = "hook"
radius = "4 mm"
)");
    const auto before = measured(simulation);
    advance(simulation, 40000);
    const auto after = measured(simulation);
    EXPECT_EQ(before.grains, 1u);
    EXPECT_NEAR(before.mass, 2500 * 4.0 / 3 * pi * 0.004 * 0.004 * 0.004, 1e-15);
    EXPECT_EQ(after.contacts, 0u) << "spheres of one clump are no pair";
    EXPECT_NEAR(after.rotational / before.rotational, 1, 1e-11);
    EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-12 * length(before.momentum));
    EXPECT_NEAR(length(after.angular_momentum - before.angular_momentum), 0,
                1e-10 * length(before.angular_momentum));
    const auto& world = simulation.world();
    const Vec3d place = world.table(grains::clumps_table).read(grains::fields::clump_position)[0];
    EXPECT_NEAR(length(place - Vec3d{0.02, 0.04, 0}), 0, 1e-12);
}

// Gravity acts at the centre of mass, wherever the spheres are: a clump that falls does not begin to turn.
TEST(Clumps, FallWithoutTurning) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([[grain]]
material = "sand"
position = [0, 0, 1]
shape = "hook"
rotation = [0.3, 0.4, 0.5]
radius = "4 mm"
)");
    advance(simulation, 20000);
    const auto& clumps = simulation.world().table(grains::clumps_table);
    EXPECT_NEAR(clumps.read(grains::fields::clump_velocity)[0].z, -0.981, 1e-9);
    EXPECT_NEAR(clumps.read(grains::fields::clump_position)[0].z, 1 - 0.5 * 9.81 * 0.01, 1e-9);
    // Of the torque of the weight at the end of the clump, 3e-6 N m, for 0.1 s.
    EXPECT_LT(length(clumps.read(grains::fields::angular_momentum)[0]), 1e-15 * 3e-7);
}

// Two clumps collide off their middles, with friction and without damping: both momenta stay; so does the
// energy, up to what friction takes.
TEST(Clumps, KeepBothMomentaInACollision) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([world]
gravity = [0, 0, 0]
[[grain]]
material = "sand"
position = [0, 0, 0]
velocity = [0.3, 0, 0]
spin = [3, 10, -5]
shape = "hook"
radius = "4 mm"
[[grain]]
material = "sand"
position = [0.02, 0.003, 0.002]
velocity = [-0.2, 0, 0.05]
rotation = [0, 1, 0.3]
shape = "rod"
radius = "3 mm"
)");
    const auto before = measured(simulation);
    bool touched = false;
    for (int k = 0; k < 200; ++k) {
        advance(simulation, 100);
        touched |= measured(simulation).contacts > 0;
    }
    const auto after = measured(simulation);
    ASSERT_TRUE(touched);
    EXPECT_EQ(after.contacts, 0u);
    EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-13 * (before.mass * 0.3));
    EXPECT_NEAR(length(after.angular_momentum - before.angular_momentum), 0,
                1e-9 * length(before.angular_momentum));
    const double energy = before.kinetic + before.rotational, left = after.kinetic + after.rotational;
    EXPECT_LT(left, energy * (1 + 1e-4));
    EXPECT_GT(left, 0.5 * energy);
}

// Two clumps that meet across the sides and the corner of a periodic domain part as in its middle.
TEST(Clumps, MeetAcrossPeriodicSidesAsInTheMiddle) {
    std::vector<Vec3d> velocities[2], spins[2];
    for (const int k : {0, 1}) {
        const double at = k == 0 ? 0.05 : 0.1;
        auto simulation = test::simulationOf(head + contact + shapes +
                                             fmt::format(R"([world]
gravity = [0, 0, 0]
periodic = ["x", "y"]
domain_max = [0.1, 0.1, 0]
[[grain]]
material = "sand"
position = [{}, {}, 0]
velocity = [0.3, 0.1, 0]
spin = [3, 10, -5]
shape = "hook"
radius = "4 mm"
[[grain]]
material = "sand"
position = [{}, {}, 0.002]
velocity = [-0.2, 0, 0.05]
rotation = [0, 1, 0.3]
shape = "rod"
radius = "3 mm"
)",
                                                         at - 0.006, at - 0.002, at + 0.008, at + 0.001));
        bool touched = false;
        for (int step = 0; step < 100; ++step) {
            advance(simulation, 100);
            touched |= measured(simulation).contacts > 0;
        }
        ASSERT_TRUE(touched);
        for (std::uint32_t id = 0; id < 7; ++id) {
            velocities[k].push_back(of(simulation, grains::fields::velocity, id));
            spins[k].push_back(of(simulation, grains::fields::spin, id));
        }
    }
    for (std::size_t i = 0; i < velocities[0].size(); ++i) {
        EXPECT_LT(length(velocities[0][i] - velocities[1][i]), 1e-9) << i;
        EXPECT_LT(length(spins[0][i] - spins[1][i]), 1e-6) << i;
    }
}

}  // namespace
}  // namespace talus
