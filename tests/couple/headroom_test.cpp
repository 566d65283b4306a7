// Ground that rises among free grains.
#include "talus/couple/hybrid/headroom.h"

#include "tests/couple/ground_scenes.h"
#include "tests/grains/grain_world.h"

namespace talus::couple {
namespace {

using namespace testing_support;
namespace f = grains::fields;

/// A grain of 2 mm at rest on ground at height 0.
scene::Simulation grainOnGround() {
    grains::Contact contact;
    contact.law = "linear";
    contact.stiffness = 500;
    contact.restitution = 0.5;
    contact.friction = 0.5;
    scene::Scene scene = sandScene(contact, 2e-5);
    scene.environment.gravity = {0, 0, -9.81};
    ground::in(scene).ground = groundOf([](double, double) { return 0.0; }, 0.005);
    couple::hybridIn(scene).emplace();
    couple::hybridIn(scene)->interval = 1000;
    grains::Grain grain;
    grain.material = "sand";
    grain.position = {0.0007, -0.0004, 0.002};
    grains::in(scene).placed.push_back(grain);
    scene::Simulation simulation = start(scene);
    advance(simulation, 5000);
    return simulation;
}

void raiseGround(scene::Simulation& simulation, double height) {
    for (double& h : simulation.world().table(ground::ground_table).write(ground::fields::height)) h = height;
    ++simulation.world().table(ground::changes_table).write(ground::fields::changes)[0];
    ColumnStore::Setup columns;
    columns.grid = ground::in(simulation.scene()).ground->surface->grid;
    columns.bedrock = ground::in(simulation.scene()).ground->surface->height;
    letSink(simulation.exec(), columns,
            simulation.world().table(ground::ground_table).read(ground::fields::height),
            simulation.world().table(grains::grains_table));
}

// Pushed out by its spring over 1.2 mm, the grain would leave at 0.2 m/s and more.
TEST(Headroom, RisingGroundAbsorbsAGrainWithoutPushingIt) {
    scene::Simulation simulation = grainOnGround();
    const Vec3d before = of(simulation, f::position, 0);
    raiseGround(simulation, 0.0012);
    double fastest = 0;
    for (int k = 0; k < 2000; ++k) {
        advance(simulation, 1);
        fastest = std::max(fastest, measured(simulation).fastest);
    }
    EXPECT_LT(fastest, 0.01);
    EXPECT_LT(length(of(simulation, f::position, 0) - before), 2e-5);
    EXPECT_EQ(of(simulation, f::settled, 0), 0);
    // It bears its weight, whatever stands around it: m g / k deep (half as much again for what still
    // swings).
    const double weight = of(simulation, f::mass, 0) * 9.81;
    EXPECT_LT(measured(simulation).elastic, 1.5 * weight * weight / (2 * 500));
    EXPECT_EQ(measured(simulation).wall_contacts, 1u);
}

TEST(Headroom, AGrainThatTheGroundRoseOverIsSettled) {
    scene::Simulation simulation = grainOnGround();
    const Vec3d before = of(simulation, f::position, 0);
    raiseGround(simulation, 0.0021);
    advance(simulation, 100);
    EXPECT_EQ(of(simulation, f::settled, 0), grains::lies_as_ground);
    EXPECT_EQ(of(simulation, f::position, 0), before);
}

// Lifted by hand out of the ground, the grain is back to its whole radius.
TEST(Headroom, AGrainThatCameOutStandsOnTheGround) {
    scene::Simulation simulation = grainOnGround();
    raiseGround(simulation, 0.0012);
    advance(simulation, 10);
    state::Table& grains = simulation.world().table(grains::grains_table);
    grains.write(f::position)[0].z = 0.0040;
    advance(simulation, 8000);
    EXPECT_NEAR(of(simulation, f::position, 0).z, 0.0012 + 0.002, 5e-6);
}

}  // namespace
}  // namespace talus::couple
