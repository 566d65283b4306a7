// Particles on ground and on walls that follow something.
#include <numbers>

#include "talus/core/rng.h"
#include "talus/environment/fields.h"
#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using testing_support::setupOf;
using testing_support::Trial;

constexpr state::Field<double> height_field{"height", "m", "of the ground"};
constexpr geometry::ColumnGrid grid{-2, -2, 0.05, 81, 81};

template <class Shape>
void addGround(Trial& run, Shape shape) {
    state::Table& ground = run.world.addTable("ground");
    ground.add(height_field);
    ground.resize(grid.size());
    const auto height = ground.write(height_field);
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) height[grid.at(i, j)] = shape(grid.x(i), grid.y(j));
}

particles::Setup onGround(double restitution, double friction, std::vector<environment::Wall> walls = {}) {
    System system;
    system.bounces = {{"", restitution, friction}};
    particles::Setup setup = setupOf(system, std::move(walls));
    setup.gravity = {0, 0, -9.81};
    setup.ground = environment::GroundSurface{grid, "ground", &height_field, "earth"};
    return setup;
}

// Hills, at 100 m/s, in steps of twice a column's width: the lowest point stays above ground, but for the
// slack of 1e-3 of the radius in which contact with ground is taken.
TEST(ParticlesOnGround, NeverGoThroughItAt100MetresASecond) {
    environment::Wall cage;
    cage.kind = environment::Wall::Kind::BoxInside;
    cage.box = {{-1.5, -1.5, -2}, {1.5, 1.5, 2}};
    Trial run(onGround(0.9, 0.2, {cage}));
    addGround(run, [](double x, double y) { return 0.3 * std::sin(4 * x) * std::cos(3 * y); });
    const Random random{1, 1};
    constexpr double radius = 0.005;
    for (std::uint64_t k = 0; k < 300; ++k) {
        const auto draw = [&](std::uint32_t c) { return random.uniform(-1, 1, k, c); };
        run.add({draw(0), draw(1), 1 + 0.5 * draw(2)},
                normalized(Vec3d{draw(3), draw(4), draw(5) - 1}) * 100.0, radius);
    }
    const auto height = run.world.table("ground").read(height_field);
    for (int n = 0; n < 300; ++n) {
        run.steps(1, 0.001);
        for (std::size_t i = 0; i < run.size(); ++i) {
            const Vec3d p = run.place(i);
            const auto surface = geometry::surfaceAt(grid, height, p.x, p.y);
            ASSERT_TRUE(surface);
            ASSERT_GT(p.z - radius, surface->height - 1e-3 * radius) << "step " << n << " particle " << i;
        }
    }
}

// Without restitution, on a slope of 30 degrees: with friction 0.3 it slides with g (sin - mu cos), with 0.7
// it stays. Steps of Euler: half a step's acceleration, 0.25%, on the velocity; here the kick comes before
// the contact, so that it is exact but for single precision.
TEST(ParticlesOnGround, SlideDownASlopeAgainstCoulombsFriction) {
    const double slope = std::tan(std::numbers::pi / 6);
    for (const double friction : {0.3, 0.7}) {
        Trial run(onGround(0, friction));
        addGround(run, [&](double x, double) { return -slope * x; });
        run.add({-1, 0, slope + 1e-3}, {}, 1e-3);
        run.steps(500, 0.001);
        const double expected =
            friction > slope
                ? 0
                : 9.81 * (std::sin(std::numbers::pi / 6) - friction * std::cos(std::numbers::pi / 6)) * 0.5;
        EXPECT_NEAR(length(run.velocity()), expected, 0.0025 * 9.81 * 0.5);
    }
}

// What lies on the ground presses on it by its weight, and on no wall. To the single precision of velocities.
TEST(ParticlesOnGround, PressOnItByTheirWeight) {
    environment::Wall floor;
    floor.name = "floor";
    floor.plane = {{0, 0, -1}, {0, 0, 1}};
    Trial run(onGround(0, 0.5, {floor}));
    addGround(run, [](double, double) { return 0.0; });
    run.add({0, 0, 0.01}, {}, 0.01, 0.002);
    run.add({0.5, 0, 0.01}, {}, 0.01, 0.001);
    run.steps(10, 0.001);
    clearLoads(run.world, *run.setup().tables);
    run.steps(10, 0.001);
    const Vec3d load = loadOnGround(run.world, *run.setup().tables);
    EXPECT_NEAR(load.z, -9.81 * 0.003, 1e-6 * 9.81 * 0.003);
    EXPECT_EQ((Vec3d{load.x, load.y, 0}), Vec3d{});
    EXPECT_EQ(loadOn(run.world, *run.setup().tables, 0), Vec3d{});
    // About the origin; the first one is over it.
    const Vec3d torque = torqueOnGround(run.world, *run.setup().tables);
    EXPECT_NEAR(torque.y, 9.81 * 0.001 * 0.5, 1e-6 * 9.81 * 0.003);
    EXPECT_NEAR(torque.x, 0, 1e-9);
}

// Ground that comes up lifts what lies on it.
TEST(ParticlesOnGround, AreLiftedByGroundThatRises) {
    Trial run(onGround(0, 0.5));
    addGround(run, [](double, double) { return 0.0; });
    run.add({0, 0, 0.01}, {}, 0.01);
    run.steps(10, 0.001);
    for (double& h : run.world.table("ground").write(height_field)) h = 0.3;
    run.steps(10, 0.001);
    EXPECT_NEAR(run.place().z, 0.31, 1e-4);
}

// A ball whose pose another method keeps moves 0.5 m in one step, over a particle: it is hit on the way and
// sent ahead.
TEST(ParticlesOnGround, AreHitByAWallThatFollows) {
    environment::Wall ball;
    ball.kind = environment::Wall::Kind::SphereOutside;
    ball.sphere = {{}, 0.1};
    ball.follows = true;
    System system;
    system.bounces = {{"", 1, 0}};
    Trial run(setupOf(system, {ball}));
    state::Table& walls = run.world.addTable(environment::walls_table);
    using namespace environment::fields;
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &wall_shift, &wall_axis_x, &wall_axis_y, &wall_velocity, &wall_spin})
        walls.add(*field);
    walls.resize(1);
    walls.write(wall_axis_x)[0] = {1, 0, 0};
    walls.write(wall_axis_y)[0] = {0, 1, 0};
    run.add({0.3, 0, 0}, {}, 0.01, 0.001);
    run.steps(1, 0.01);
    EXPECT_EQ(run.velocity(), Vec3d{});
    walls.write(wall_shift)[0] = {0.5, 0, 0};
    walls.write(wall_velocity)[0] = {50, 0, 0};
    run.steps(1, 0.01);
    // Off a wall of 50 m/s with restitution 1: twice that, to single precision.
    EXPECT_NEAR(run.velocity().x, 100, 1e-4);
    EXPECT_GT(run.place().x, 0.61 - 1e-6);
}

}  // namespace
}  // namespace talus::particles
