// Walls of every shape: what grains do at them, and what the walls feel.
#include <array>
#include <memory>
#include <numbers>

#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace testing_support;
using environment::Motion;
using environment::Wall;
namespace fields = grains::fields;

Wall plateAt(double z, double half) {
    Wall plate = wallOf(Wall::Kind::Rectangle);
    plate.rectangle = {{-half, -half, z}, {2 * half, 0, 0}, {0, 2 * half, 0}};
    return plate;
}

Motion motionOf(Motion::Kind kind) {
    Motion motion;
    motion.wall = "wall";
    motion.kind = kind;
    return motion;
}

// The tray carries the grains: once they rest, the mean force on it is their weight. What still rattles after
// 0.4 s moves the mean over a frame by less than 1e-3.
TEST(WallLoad, SettledBedPressesByItsWeight) {
    scene::Simulation simulation = start(settled());
    advance(simulation, 40 * simulation.clock().steps_per_frame);
    const auto grains = measured(simulation);
    ASSERT_GT(grains.grains, 100u);
    const grains::WallLoad load = wallLoadsOf(simulation).at(0);
    EXPECT_NEAR(load.force.z, -grains.mass * 9.81, 1e-3 * grains.mass * 9.81);
    EXPECT_NEAR(load.force.x, 0, 1e-3 * grains.mass * 9.81);
}

// Newton's third law: over a frame the momentum of the grains changes by their weight less what the walls
// took. With semi-implicit Euler each force acts for exactly one step, so this holds to round-off (of some
// 1000 steps of forces that are ten thousand times the smallest change).
TEST(WallLoad, EqualsTheMomentumThatGrainsLose) {
    scene::Scene scene = settled();
    grains::in(scene).params.integrator = grains::Integrator::SemiImplicitEuler;
    Motion shake = motionOf(Motion::Kind::Vibrate);
    shake.direction = {1, 0.5, 1};
    shake.amplitude = 0.001;
    scene.environment.motions = {shake};
    scene::Simulation simulation = start(scene);
    advance(simulation, 3 * simulation.clock().steps_per_frame);
    const auto before = measured(simulation);
    advance(simulation, simulation.clock().steps_per_frame);
    const auto after = measured(simulation);
    const grains::WallLoad load = wallLoadsOf(simulation).at(0);
    const Vec3d change = (after.momentum - before.momentum) / scene.time.frame_interval;
    const Vec3d expected = scene.environment.gravity * after.mass - load.force;
    const double scale = after.mass * 9.81;
    EXPECT_NEAR(length(change - expected), 0, 1e-9 * scale);
    EXPECT_GT(std::abs(load.force.x), 1e-3 * scale);  // it does shake
}

TEST(WallLoad, HasTheSameBitsForAnyNumberOfThreads) {
    scene::Scene scene = settled();
    grains::in(scene).fills[0].grain_radius = 0.0007;  // several blocks
    scene.time.dt = 4e-6;
    const auto loads = [&](const exec::Exec& exec) {
        scene::Simulation simulation = start(scene, exec);
        advance(simulation, 500);
        EXPECT_GT(measured(simulation).grains, 1500u);
        return wallLoadsOf(simulation).at(0);
    };
    const auto one = loads(exec::Exec::serial()), three = loads(exec::Exec::cpu(3));
    EXPECT_EQ(one.force, three.force);
    EXPECT_EQ(one.torque, three.torque);
    EXPECT_NE(one.force.z, 0);
}

// Grains that sleep still weigh on what they lie on, and after a resume as well.
TEST(WallLoad, SleepingBedKeepsItsWeightOnWalls) {
    scene::Scene scene = settled();
    grains::in(scene).params.rest = true;
    grains::in(scene).params.rest_distance = 0.1;
    scene::Simulation simulation = start(scene);
    const auto asleep = [&] {
        return simulation.world().table(grains::blocks_table).read(fields::asleep)[0] == 1;
    };
    for (int frame = 0; frame < 200 && !asleep(); ++frame)
        advance(simulation, simulation.clock().steps_per_frame);
    advance(simulation, simulation.clock().steps_per_frame);
    ASSERT_TRUE(asleep());
    const double weight = measured(simulation).mass * 9.81;
    EXPECT_NEAR(wallLoadsOf(simulation).at(0).force.z, -weight, 1e-3 * weight);
    scene::Simulation resumed = start(scene);
    ASSERT_TRUE(state::restore(state::takeSnapshot(simulation.world()), resumed.world()).ok());
    advance(resumed, 100);
    EXPECT_NEAR(wallLoadsOf(resumed).at(0).force.z, -weight, 1e-3 * weight);
}

// The torque on a plate about its middle: a grain that rests at (x, y) with weight W gives (-W y, W x, 0).
TEST(WallLoad, TorqueIsAboutTheMiddle) {
    scene::Scene scene = sandScene(linear(0.3), 1e-5);
    scene.environment.gravity = {0, 0, -9.81};
    Wall plate = wallOf(Wall::Kind::Rectangle);
    plate.rectangle = {{0.1, 0.2, 0}, {0.02, 0, 0}, {0, 0.02, 0}};  // middle at (0.11, 0.21)
    scene.environment.walls = {plate};
    const double rest = radius - mass * 9.81 / 5000;
    grains::in(scene).placed = {grainAt({0.115, 0.203, rest})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 2000);
    const double weight = mass * 9.81;
    const grains::WallLoad load = wallLoadsOf(simulation).at(0);
    EXPECT_NEAR(load.force.z, -weight, 1e-6 * weight);
    EXPECT_NEAR(load.torque.x, -weight * -0.007, 1e-6 * weight);
    EXPECT_NEAR(load.torque.y, weight * 0.005, 1e-6 * weight);
}

// A grain thrown at a plate so hard that its centre goes past it comes back on its own side. At 3 m/s with
// these springs the overlap reaches v sqrt(m/k) = 3 sqrt(8.4e-5/5000)... of a soft contact: 1.9 radii.
TEST(ThinWalls, AGrainIsNotPushedThrough) {
    for (const double direction : {-1.0, 1.0}) {
        grains::Contact soft = linear(1);
        soft.stiffness = 50;
        const double deepest = 0.95 * radius * 1.5, speed = deepest * std::sqrt(soft.stiffness / mass);
        scene::Scene scene = sandScene(soft, 5e-6);
        scene.environment.walls = {plateAt(0, 0.02)};
        grains::in(scene).placed = {grainAt({0, 0, -direction * 1.01 * radius}, {0, 0, direction * speed})};
        scene::Simulation simulation = start(scene);
        double farthest = 0;
        for (int k = 0; k < 4000; ++k) {
            advance(simulation, 1);
            farthest = std::max(farthest, of(simulation, fields::position, 0).z * direction);
        }
        EXPECT_GT(farthest, 0.3 * radius) << "its centre should have passed the plate";
        EXPECT_NEAR(of(simulation, fields::velocity, 0).z, -direction * speed, 1e-3 * speed);
    }
}

// A tray with a lip: a grain that rolls over the rim of a plate falls on, and meets the plate from below too.
TEST(ThinWalls, AGrainMayGoRoundTheEdge) {
    scene::Scene scene = sandScene(linear(0.3), 1e-5);
    scene.environment.walls = {plateAt(0, 0.01)};
    scene.environment.gravity = {0, 0, -9.81};
    const double rest = radius - mass * 9.81 / 5000;
    grains::in(scene).placed = {grainAt({0.009, 0, rest}, {0.05, 0, 0})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 8000);  // rolls over the edge and falls 2 cm
    const Vec3d x = of(simulation, fields::position, 0);
    EXPECT_LT(x.z, -2 * radius);
    EXPECT_GT(x.x, 0.01);
    // Thrown up from below it must bounce off the lower side.
    scene::Scene below = sandScene(linear(1), 1e-5);
    below.environment.walls = scene.environment.walls;
    grains::in(below).placed = {grainAt({0.013, 0, radius}, {0, 0, -0.5}),
                                grainAt({0, 0, -0.006}, {0, 0, 0.5})};
    scene::Simulation bounce = start(below);
    advance(bounce, 2000);
    EXPECT_NEAR(of(bounce, fields::velocity, 1).z, -0.5, 2e-3);
    EXPECT_NEAR(of(bounce, fields::velocity, 0).z, -0.5, 1e-12);  // passed beside the plate
}

// A grain that rests on the rim of a tube touches a circle: it is held up by the rim's point below it.
TEST(ThinWalls, TheRimOfATubeCarriesAGrain) {
    scene::Scene scene = sandScene(linear(0.3, 0.9), 1e-5);
    scene.environment.gravity = {0, 0, -9.81};
    Wall tube = wallOf(Wall::Kind::CylinderInside);
    tube.cone = {{0, 0, 0}, {0, 0, 0.02}, 0.01, 0};
    scene.environment.walls = {tube};
    const double rest = radius - mass * 9.81 / 5000;
    grains::in(scene).placed = {grainAt({0.01, 0, 0.02 + rest})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 1000);
    EXPECT_NEAR(of(simulation, fields::position, 0).z, 0.02 + rest, 1e-3 * radius);
    EXPECT_NEAR(wallLoadsOf(simulation).at(0).force.z, -mass * 9.81, 1e-6 * mass * 9.81);
}

// Two plates that meet in a line make one floor: a grain that slides across feels nothing of the seam. A
// floor of one plate is the reference; friction and springs are on. The paths differ by round-off alone.
TEST(Seams, GrainSlidesOverASeamAsOverOnePlate) {
    const auto slide = [](bool in_two) {
        scene::Scene scene = sandScene(linear(0.3, 0.2), 1e-5);
        scene.environment.gravity = {0, 0, -9.81};
        Wall left = wallOf(Wall::Kind::Rectangle), right = left;
        left.rectangle = {{-0.05, -0.05, 0}, {in_two ? 0.05 : 0.1, 0, 0}, {0, 0.1, 0}};
        right.rectangle = {{0, -0.05, 0}, {0.05, 0, 0}, {0, 0.1, 0}};
        right.name = "right";
        scene.environment.walls = {left};
        if (in_two) scene.environment.walls.push_back(right);
        const double rest = radius - mass * 9.81 / 5000;
        grains::in(scene).placed = {grainAt({-0.01, 0.001, rest}, {0.4, 0.1, 0})};
        scene::Simulation simulation = start(scene);
        double highest = 0;
        for (int k = 0; k < 6000; ++k) {
            advance(simulation, 1);
            highest = std::max(highest, of(simulation, fields::position, 0).z);
            if (measured(simulation).wall_contacts != 1) ADD_FAILURE() << "step " << k;
        }
        EXPECT_GT(of(simulation, fields::position, 0).x, 0.003);
        EXPECT_LT(highest, rest * (1 + 1e-6));
        return of(simulation, fields::position, 0);
    };
    const Vec3d one = slide(false), two = slide(true);
    EXPECT_NEAR(length(one - two), 0, 1e-9);
}

// A belt drags a grain by friction until it moves along: mu g t, then the belt's speed.
TEST(MovingWalls, ABeltDragsWhatLiesOnIt) {
    scene::Scene scene = sandScene(linear(0.3, 0.3), 1e-5);
    scene.environment.gravity = {0, 0, -9.81};
    grains::in(scene).params.spin = false;
    scene.environment.walls = {wallOf(Wall::Kind::Plane)};
    Motion belt = motionOf(Motion::Kind::Translate);
    belt.velocity = {0.1, 0, 0};
    scene.environment.motions = {belt};
    const double rest = radius - mass * 9.81 / 5000;
    grains::in(scene).placed = {grainAt({0, 0, rest})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 2000);  // 20 ms
    EXPECT_NEAR(of(simulation, fields::velocity, 0).x, 0.3 * 9.81 * 0.02, 1e-3 * 0.1);
    advance(simulation, 8000);
    EXPECT_NEAR(of(simulation, fields::velocity, 0).x, 0.1, 1e-3 * 0.1);
}

// A piston that comes at V throws a resting grain off at (1 + e) V.
TEST(MovingWalls, APistonThrowsAGrain) {
    scene::Scene scene = sandScene(linear(0.8), 2e-6);
    scene.environment.walls = {plateAt(0, 0.01)};
    Motion lift = motionOf(Motion::Kind::Translate);
    lift.velocity = {0, 0, 0.5};
    lift.start = 0.001;
    scene.environment.motions = {lift};
    grains::in(scene).placed = {grainAt({0, 0, 0.004})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 10000);
    EXPECT_NEAR(of(simulation, fields::velocity, 0).z, 1.8 * 0.5, 2e-3);
}

// The list stays valid although no grain moves: a fast wall comes from far away.
TEST(MovingWalls, FastWallIsListedBeforeItArrives) {
    scene::Scene scene = sandScene(linear(1), 2e-6);
    scene.environment.walls = {plateAt(-0.1, 0.05)};
    Motion lift = motionOf(Motion::Kind::Translate);
    lift.velocity = {0, 0, 2};
    scene.environment.motions = {lift};
    grains::in(scene).placed = {grainAt({0, 0, 0}), grainAt({0.02, 0.02, 0})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 30000);
    for (const std::uint32_t id : {0u, 1u}) EXPECT_NEAR(of(simulation, fields::velocity, id).z, 4, 0.01);
}

// A grain that flies along the wall of a spinning drum is pressed to it and dragged, v' = mu v^2 / R, until
// it has the speed of the wall below it: 1/v - 1/v0 = -mu t / R.
TEST(MovingWalls, ADrumDragsAGrainAlong) {
    scene::Scene scene = sandScene(linear(0.3, 0.5), 1e-5);
    grains::in(scene).params.spin = false;
    Wall drum = wallOf(Wall::Kind::CylinderInside);
    drum.cone = {{0, 0, -0.05}, {0, 0, 0.05}, 0.02, 0};
    scene.environment.walls = {drum};
    Motion turn = motionOf(Motion::Kind::Rotate);
    turn.rate = 40;
    scene.environment.motions = {turn};
    grains::in(scene).placed = {grainAt({0.018, 0, 0}, {0, 0.3, 0})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 3000);
    EXPECT_NEAR(1 / length(of(simulation, fields::velocity, 0)), 1 / 0.3 - 0.5 * 0.03 / 0.018, 0.02 / 0.3);
    advance(simulation, 17000);
    // The surface turns with omega R, and so does the grain's centre where it does not spin.
    EXPECT_NEAR(length(of(simulation, fields::velocity, 0)), 40 * 0.02, 0.01 * 40 * 0.02);
}

/// A square floor of n x n cells of two triangles each.
Wall meshFloor(int n, double half) {
    auto mesh = std::make_shared<geometry::Mesh>();
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i)
            mesh->points.push_back({half * (2.0 * i / n - 1), half * (2.0 * j / n - 1), 0});
    const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            mesh->triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh->triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    Wall wall = wallOf(Wall::Kind::Mesh);
    wall.mesh = mesh;
    return wall;
}

/// Where a grain is that is thrown at a slant onto a wall, and slides and rolls on.
Vec3d thrownOnto(const Wall& wall, const Vec3d& from, const Vec3d& velocity, const Vec3d& gravity,
                 double time) {
    scene::Scene scene = sandScene(linear(0.6, 0.3), 1e-5);
    scene.environment.gravity = gravity;
    scene.environment.walls = {wall};
    grains::in(scene).placed = {grainAt(from, velocity)};
    scene::Simulation simulation = start(scene);
    advance(simulation, static_cast<std::uint64_t>(time / simulation.clock().dt()));
    return of(simulation, fields::position, 0);
}

// A triangulated floor is a floor: bounce, slide and roll over some twenty seams, along them and across, end
// at the same place but for round-off, which each of a dozen bounces enlarges.
TEST(Meshes, AFloorOfTrianglesIsFlat) {
    const Wall plane = wallOf(Wall::Kind::Plane);
    for (const Vec3d& from : {Vec3d{-0.02, 0.0013, 0.01}, Vec3d{-0.02, 0, 0.01}, Vec3d{-0.02, -0.02, 0.01}}) {
        const Vec3d velocity = from.x == from.y ? Vec3d{0.3, 0.3, 0} : Vec3d{0.4, 0, 0};
        const Vec3d one = thrownOnto(plane, from, velocity, {0, 0, -9.81}, 0.15);
        const Vec3d many = thrownOnto(meshFloor(20, 0.05), from, velocity, {0, 0, -9.81}, 0.15);
        EXPECT_NEAR(length(many - one), 0, 1e-9);
        EXPECT_GT(one.x, 0.01);
    }
}

// A box of twelve triangles against the analytic obstacle: onto a side, onto an edge, onto a corner.
TEST(Meshes, ABoxOfTrianglesIsABox) {
    Wall box = wallOf(Wall::Kind::BoxOutside), mesh = wallOf(Wall::Kind::Mesh);
    box.box = {{-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01}};
    auto triangles = std::make_shared<geometry::Mesh>();
    for (int k = 0; k < 8; ++k) triangles->points.push_back(cornerOf(box.box, k));
    for (const auto& [a, b, c, d] : {std::array<std::uint32_t, 4>{0, 1, 3, 2},
                                     {4, 6, 7, 5},
                                     {0, 4, 5, 1},
                                     {2, 3, 7, 6},
                                     {0, 2, 6, 4},
                                     {1, 5, 7, 3}}) {
        triangles->triangles.push_back({a, b, c});
        triangles->triangles.push_back({a, c, d});
    }
    mesh.mesh = triangles;
    for (const Vec3d& from : {Vec3d{0, 0, 0.02}, Vec3d{0.003, 0.003, 0.02}, Vec3d{0.0108, 0.002, 0.02},
                              Vec3d{0.0106, 0.0107, 0.02}, Vec3d{0.02, 0.02, 0.02}}) {
        const Vec3d velocity = from.x > 0.015 ? from * -25.0 : Vec3d{0, 0, -0.5};
        const Vec3d one = thrownOnto(box, from, velocity, {}, 0.06),
                    many = thrownOnto(mesh, from, velocity, {}, 0.06);
        EXPECT_NEAR(length(many - one), 0, 1e-9) << from.x << " " << from.y;
    }
}

// A sphere of triangles with edges of about 0.07 R: its facets lie up to R (0.07)^2 / 6 inside of the sphere
// and are tilted by up to 0.04 rad, so a grain that bounces off at v t = 2 R is off by up to 2 * 0.04 * 2 R.
TEST(Meshes, AFineSphereIsNearlyASphere) {
    Wall sphere = wallOf(Wall::Kind::SphereOutside), mesh = wallOf(Wall::Kind::Mesh);
    const double size = 0.01;
    sphere.sphere = {{0, 0, 0}, size};
    auto triangles = std::make_shared<geometry::Mesh>();
    constexpr std::uint32_t around = 90, up = 45;
    for (std::uint32_t j = 0; j <= up; ++j)
        for (std::uint32_t i = 0; i < around; ++i) {
            const double a = 2 * std::numbers::pi * i / around, b = std::numbers::pi * j / up;
            triangles->points.push_back(
                Vec3d{std::sin(b) * std::cos(a), std::sin(b) * std::sin(a), std::cos(b)} * size);
        }
    for (std::uint32_t j = 0; j < up; ++j)
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t p = j * around + i, q = j * around + (i + 1) % around;
            if (j + 1 < up) triangles->triangles.push_back({p, p + around, q + around});
            if (j > 0) triangles->triangles.push_back({p, q + around, q});
        }
    mesh.mesh = triangles;
    for (const double y : {0.0, 0.004, 0.009}) {
        const Vec3d from{0.02, y, 0.001}, velocity{-0.5, 0, 0};
        const Vec3d one = thrownOnto(sphere, from, velocity, {}, 0.05),
                    many = thrownOnto(mesh, from, velocity, {}, 0.05);
        EXPECT_NEAR(length(many - one), 0, 2 * 0.04 * 2 * size) << y;
        EXPECT_GT(length(one - from - velocity * 0.05), 0.005) << "it did bounce";
    }
}

TEST(MovingWalls, ResumeInTheMiddleGivesTheSameBits) {
    scene::Scene scene = settled();
    Motion shake = motionOf(Motion::Kind::Vibrate), turn = motionOf(Motion::Kind::Rotate);
    shake.amplitude = 0.002;
    turn.axis = {1, 0, 0};
    turn.rate = 2;
    scene.environment.motions = {shake, turn};
    scene::Simulation whole = start(scene), part = start(scene), rest = start(scene);
    advance(whole, 2500);
    advance(part, 1234);
    ASSERT_TRUE(state::restore(state::takeSnapshot(part.world()), rest.world()).ok());
    advance(rest, 2500 - 1234);
    EXPECT_EQ(state::stateHash(rest.world()), state::stateHash(whole.world()));
    EXPECT_EQ(wallLoadsOf(rest).at(0).force, wallLoadsOf(whole).at(0).force);
}

}  // namespace
}  // namespace talus
