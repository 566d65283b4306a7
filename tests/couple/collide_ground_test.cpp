// Grains on the ground: friction on slopes against closed forms, impacts against those on a plane wall.
#include "talus/couple/ground_contact/collide_ground.h"

#include "tests/couple/ground_scenes.h"
#include "tests/support/granular.h"

namespace talus::couple {
namespace {

using namespace testing_support;
namespace gf = grains::fields;

constexpr double g = 9.81;

/// A plane that falls towards (2, 1), with the way down it.
struct Incline {
    double angle;
    Vec3d along{2 / std::sqrt(5.0), 1 / std::sqrt(5.0), 0};
    Vec3d normal() const { return Vec3d{0, 0, 1} * std::cos(angle) + along * std::sin(angle); }
    Vec3d down() const { return along * std::cos(angle) - Vec3d{0, 0, 1} * std::sin(angle); }
    ground::Ground ground() const {
        return groundOf(
            [this](double x, double y) {
                return -std::tan(angle) * dot(along, {x, y, 0});
            },
            0.003, 101);
    }
};

/// Mean acceleration down the slope over 0.1 s of a grain that starts at rest and as deep as its weight
/// presses it: over a dozen cells and their diagonals.
double acceleration(const Incline& incline, const grains::Contact& contact, bool spins) {
    scene::Scene scene = sandScene(contact, 1e-5);
    scene.environment.gravity = {0, 0, -g};
    grains::in(scene).params.spin = spins;
    ground::in(scene).ground = incline.ground();
    const double sunk = mass * g * std::cos(incline.angle) / contact.stiffness;
    const Vec3d start_place = incline.normal() * (radius - sunk) - incline.down() * 0.02;
    grains::in(scene).placed = {grainAt(start_place)};
    scene::Simulation simulation = start(scene);
    advance(simulation, 10000);
    EXPECT_EQ(measured(simulation).wall_contacts, 1u);
    const Vec3d moved = of(simulation, gf::position, 0) - start_place;
    EXPECT_NEAR(dot(moved, incline.normal()), 0, 1e-2 * sunk + 1e-9);
    EXPECT_NEAR(length(moved - incline.down() * dot(moved, incline.down())), 0, 1e-6);
    return 2 * dot(moved, incline.down()) / (0.1 * 0.1);
}

// g (sin a - mu cos a); 5/7 g sin a; with a resistance of mu_r R N to rolling, 5/7 g (sin a - mu_r cos a).
TEST(CollideGround, AGrainSlidesAndRollsDownASlopeAsItShould) {
    const Incline incline{25 * std::numbers::pi / 180};
    const double s = std::sin(incline.angle), c = std::cos(incline.angle);
    EXPECT_NEAR(acceleration(incline, linear(0.3, 0.2), false) / (g * (s - 0.2 * c)), 1, 2e-3);
    EXPECT_NEAR(acceleration(incline, linear(0.3, 0.5), true) / (5 * g * s / 7), 1, 2e-3);
    grains::Contact rolling = linear(0.3, 0.5);
    rolling.rolling = grains::Rolling::Constant;
    rolling.rolling_friction = 0.1;
    EXPECT_NEAR(acceleration(incline, rolling, true) / (5 * g * (s - 0.1 * c) / 7), 1, 2e-3);
    rolling.rolling = grains::Rolling::Spring;
    rolling.rolling_stiffness = 300;
    EXPECT_NEAR(acceleration(incline, rolling, true) / (5 * g * (s - 0.1 * c) / 7), 1, 5e-3);
    // Held by friction, it stays: the springs are stretched by mg sin a / k_s and no more.
    EXPECT_NEAR(acceleration(incline, linear(0.3, 0.6), false), 0, 2 * 1.1 * mass * g * s / 1428 / 0.01);
    rolling.rolling_friction = 0.6;
    EXPECT_NEAR(acceleration(incline, rolling, true), 0, 0.02);
}

// The same bounce as off a plane, oblique and with spin; springs in single precision make the difference.
TEST(CollideGround, GivesTheSameReboundAsAPlaneWall) {
    grains::Contact turning = linear(0.7, 0.3);
    turning.rolling = grains::Rolling::Spring;
    turning.rolling_friction = 0.05;
    turning.rolling_stiffness = 300;
    for (const grains::Contact& contact : {linear(0.6, 0.3), turning}) {
        scene::Scene scene = sandScene(contact, 1e-6);
        grains::in(scene).placed = {
            grainAt({0.0003, 0.0001, radius + 1e-4}, {0.7, -0.3, -1.5}, {40, 20, -30})};
        scene.environment.walls = {floorAt(0)};
        scene::Simulation on_wall = start(scene);
        scene.environment.walls.clear();
        ground::in(scene).ground = groundOf([](double, double) { return 0; }, 0.0011);
        scene::Simulation on_ground = start(scene);
        advance(on_wall, 1000);
        advance(on_ground, 1000);
        const Vec3d v = of(on_wall, gf::velocity, 0);
        EXPECT_GT(v.z, 0.8);
        EXPECT_NEAR(length(of(on_ground, gf::velocity, 0) - v), 0, 1e-6);
        EXPECT_NEAR(length(of(on_ground, gf::spin, 0) - of(on_wall, gf::spin, 0)), 0, 1e-3);
    }
}

// Between two flanks at 45 degrees a grain has two contacts, and the ground carries its weight; the sum of a
// frame says so. While it slides along the furrow each flank rubs with mu N, N = m g / sqrt(2).
TEST(CollideGround, AFurrowHoldsAGrainOnBothSides) {
    scene::Scene scene = sandScene(linear(0.1, 0.3), 1e-5);
    scene.environment.gravity = {0, 0, -g};
    grains::in(scene).params.spin = false;
    ground::in(scene).ground = groundOf([](double x, double) { return std::abs(x); }, 0.001);
    grains::in(scene).placed = {grainAt({0.0002, 0, radius * std::sqrt(2.0)})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 20000);
    EXPECT_EQ(measured(simulation).wall_contacts, 2u);
    EXPECT_NEAR(length(of(simulation, gf::velocity, 0)), 0, 1e-6);
    EXPECT_NEAR(groundLoadOf(simulation).force.z / (mass * g), -1, 1e-4);
    EXPECT_NEAR(groundLoadOf(simulation).force.y / (mass * g), 0, 1e-4);
    simulation.world().table(grains::grains_table).write(gf::velocity)[0] = {0, 0.4, 0};
    advance(simulation, 2000);
    const double slowed = 0.4 - of(simulation, gf::velocity, 0).y;
    EXPECT_NEAR(slowed / (0.3 * std::sqrt(2.0) * g * 0.02), 1, 0.01);
    // Energy of its springs: half of the weight's work, 1/2 m g d for two at 45 degrees, and that of
    // friction.
    EXPECT_GT(measured(simulation).elastic, 0.5 * mass * g * (mass * g / 5000));
}

// What sleeps is carried, too, in every frame; a resumed run knows.
TEST(CollideGround, KeepsTheLoadOfGrainsThatSleep) {
    grains::Contact rolling = linear(0.2, 0.5);
    rolling.rolling = grains::Rolling::Spring;
    rolling.rolling_friction = 0.5;
    rolling.rolling_stiffness = 300;
    scene::Scene scene = sandScene(rolling, 2e-5);
    scene.environment.gravity = {0, 0, -g};
    grains::in(scene).params.rest = true;
    grains::in(scene).params.rest_window = 0.02;
    ground::in(scene).ground =
        groundOf([](double x, double y) { return 0.0008 * std::sin(900 * x) * std::cos(700 * y); }, 0.001);
    for (int k = 0; k < 5; ++k)
        grains::in(scene).placed.push_back(grainAt({0.006 * (k - 2), 0.001 * k, radius + 0.001}));
    scene::Simulation simulation = start(scene);
    advance(simulation, 30000);
    const auto asleep = simulation.world().table(grains::blocks_table).read(gf::asleep);
    ASSERT_EQ(asleep[0], 1);
    EXPECT_NEAR(groundLoadOf(simulation).force.z / (5 * mass * g), -1, 1e-3);
    // At rest the ground carries the torque of their weights, but for the same share of all of it 1 cm away.
    Vec3d torque;
    for (const Vec3d& x : simulation.world().table(grains::grains_table).read(gf::position))
        torque += cross(x, {0, 0, -mass * g});
    EXPECT_NEAR(length(groundLoadOf(simulation).torque - torque), 0, 1e-3 * 5 * mass * g * 0.01);
    EXPECT_GE(measured(simulation).wall_contacts, 5u);
    scene::Simulation again = start(scene);
    ASSERT_TRUE(state::restore(state::takeSnapshot(simulation.world()), again.world()).ok());
    advance(simulation, 1500);
    advance(again, 1500);
    EXPECT_EQ(state::stateHash(again.world()), state::stateHash(simulation.world()));
}

// Fixed grains may stand in the ground, and are left there.
TEST(CollideGround, LeavesFixedGrainsAlone) {
    scene::Scene scene = sandScene(linear(0.5, 0.5), 1e-5);
    scene.environment.gravity = {0, 0, -g};
    scene.environment.materials[0].fixed = true;
    ground::in(scene).ground = groundOf([](double, double) { return 0; }, 0.001);
    grains::in(scene).placed = {grainAt({0, 0, -0.0005})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 10);
    EXPECT_EQ(of(simulation, gf::position, 0), (Vec3d{0, 0, -0.0005}));
    EXPECT_EQ(groundLoadOf(simulation).force, Vec3d{});
}

// A grain that the ground rises over is on top of it in the next step, at rest against it.
TEST(CollideGround, GrainIsLiftedByRisingGround) {
    scene::Scene scene = sandScene(linear(0.5, 0.5), 1e-5);
    scene.environment.gravity = {0, 0, -g};
    ground::in(scene).ground = groundOf([](double, double) { return 0; }, 0.001);
    grains::in(scene).placed = {grainAt({0.0001, 0.0002, radius})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 10);
    for (double& h : simulation.world().table(ground::ground_table).write(ground::fields::height)) h = 0.01;
    advance(simulation, 1);
    EXPECT_NEAR(of(simulation, gf::position, 0).z, 0.01 + radius, 1e-9);
    EXPECT_NEAR(of(simulation, gf::velocity, 0).z, 0, 1e-9);
}

}  // namespace
}  // namespace talus::couple
