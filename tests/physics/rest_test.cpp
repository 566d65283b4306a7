#include "talus/grains/motion/rest.h"

#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::advance;
using testing_support::floorAt;
using testing_support::sandScene;
using testing_support::start;

constexpr double radius = 0.002;

/// 2200 grains (two blocks) that lie in a box, or fall into it.
scene::Scene heapScene(bool rest) {
    Contact contact;
    contact.stiffness = 3e4;
    contact.normal_damping = 5000;
    contact.shear_stiffness = 200;
    contact.shear_damping = 1000;
    contact.friction = 0.5;
    contact.rolling = Rolling::Spring;  // without it the odd grain on top rolls on for seconds
    contact.rolling_friction = 0.1;
    contact.rolling_stiffness = 100;
    scene::Scene scene = sandScene(contact, 2e-5);
    scene.environment.gravity = {0, 0, -9.81};
    grains::in(scene).params.rest = rest;
    environment::Wall box = floorAt(0);
    box.name = "box";
    box.kind = environment::Wall::Kind::BoxInside;
    box.box = {{0, 0, 0}, {0.07, 0.04, 0.5}};
    scene.environment.walls = {box};
    Fill fill;
    fill.name = "heap";
    fill.material = "sand";
    fill.box = {{0, 0, 0}, {0.07, 0.04, 0.4}};
    fill.count = 2200;
    fill.grain_radius = radius;
    grains::in(scene).fills = {fill};
    return scene;
}

std::size_t asleep(const scene::Simulation& simulation) {
    std::size_t count = 0;
    for (const std::uint8_t a : simulation.world().table(blocks_table).read(fields::asleep)) count += a;
    return count;
}

std::size_t blocks(const scene::Simulation& simulation) {
    return simulation.world().table(blocks_table).size();
}

double height(const scene::Simulation& simulation) {
    double sum = 0;
    const auto x = simulation.world().table(grains_table).read(fields::position);
    for (const Vec3d& p : x) sum += p.z;
    return sum / static_cast<double>(x.size());
}

TEST(Rest, AHeapFallsAsleepAndKeepsItsShape) {
    scene::Simulation tired = start(heapScene(true)), awake = start(heapScene(false));
    for (int i = 0; i < 100 && asleep(tired) < blocks(tired); ++i) {
        advance(tired, 500);
        advance(awake, 500);
    }
    ASSERT_GT(blocks(tired), 1u);
    ASSERT_EQ(asleep(tired), blocks(tired)) << "not in " << tired.world().time << " s";
    EXPECT_EQ(measured(tired).kinetic, 0);
    // Until they sleep both are the same run; a grain at rest strays less than rest_distance of a radius.
    EXPECT_NEAR(height(tired), height(awake), 1e-3 * radius);
    advance(tired, 2000);
    advance(awake, 2000);
    EXPECT_EQ(asleep(tired), blocks(tired));
    EXPECT_NEAR(height(tired), height(awake), 1e-3 * radius);
    EXPECT_NEAR(measured(tired).elastic, measured(awake).elastic, 0.01 * measured(awake).elastic);
}

TEST(Rest, WhatFallsOnASleepingHeapWakesIt) {
    scene::Scene scene = heapScene(true);
    Emitter late;
    late.name = "late";
    late.material = "sand";
    late.centre = {0.035, 0.02, 0.3};
    late.radius = 0.01;
    late.speed = 2;
    late.count = 5;
    late.start = 0.9;
    late.grain_radius = radius;
    grains::in(scene).emitters = {late};
    scene::Simulation simulation = start(scene);
    const double dt = simulation.clock().dt();
    advance(simulation, static_cast<std::uint64_t>(0.89 / dt));
    ASSERT_GT(blocks(simulation), 1u);
    ASSERT_EQ(asleep(simulation), blocks(simulation));
    const double load = measured(simulation).elastic;
    std::size_t awake_blocks = 0;
    for (int i = 0; i < 40; ++i) {  // 0.2 s: they fall 0.2 m at 2 m/s and more
        advance(simulation, static_cast<std::uint64_t>(0.005 / dt));
        awake_blocks = std::max(awake_blocks, blocks(simulation) - asleep(simulation));
    }
    EXPECT_GE(awake_blocks, 1u);
    EXPECT_EQ(measured(simulation).grains, 2205u);
    // They came to lie on the heap, not in it: no overlap is deep.
    EXPECT_NEAR(measured(simulation).elastic, load, 0.1 * load);
}

// Grains on a wall that can move never sleep, even while it stands still; so the heap on it falls when it
// goes.
TEST(Rest, AHeapOnAWallThatCanMoveStaysAwakeAndFallsWithIt) {
    scene::Scene scene = heapScene(true);
    scene.environment.walls[0].name = "sides";
    scene.environment.walls[0].box = {{0, 0, -1}, {0.07, 0.04, 0.5}};
    environment::Wall plate = floorAt(0);
    plate.name = "plate";
    scene.environment.walls.push_back(plate);
    environment::Motion drop;
    drop.wall = "plate";
    drop.kind = environment::Motion::Kind::Translate;
    drop.velocity = {0, 0, -2};
    drop.start = 0.6;
    scene.environment.motions = {drop};
    scene::Simulation simulation = start(scene);
    const double dt = simulation.clock().dt();
    advance(simulation, static_cast<std::uint64_t>(0.6 / dt));
    EXPECT_LT(asleep(simulation), 2u);
    const double before = height(simulation);
    advance(simulation, static_cast<std::uint64_t>(0.1 / dt));
    // Free fall of 0.1 s is 49 mm, less what the plate takes to get away.
    EXPECT_LT(height(simulation), before - 0.04);
}

}  // namespace
}  // namespace talus::grains
