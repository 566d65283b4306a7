// Scenes that leave numbers to their materials: what is filled in, that it reads back as the same scene, and
// how deep grains then press into what they fall and lie on.
#include "talus/couple/granular/load/follow_materials.h"

#include "talus/couple/granular/scene.h"
#include "talus/grains/fields.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/materials/softest.h"
#include "talus/grains/pipeline.h"
#include "tests/support/scene_text.h"

namespace talus::scene {
namespace {

using test::sceneOf;

constexpr double radius = 0.002;

std::string pour(const std::string& more = "", const std::string& sand = "like = \"dry sand\"") {
    return R"(
format = 1
name = "pour"
[time]
duration = 0.5
frame_interval = 0.01
[[material]]
name = "sand"
)" + sand + R"(
[[material]]
name = "board"
like = "wood"
[[wall]]
name = "floor"
material = "board"
)" + more;
}

const std::string one_grain = R"(
[[grain]]
material = "sand"
position = [0, 0, 0.1]
)";
const std::string spout = R"(
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, 0.1]
)";

TEST(FollowMaterials, GivesWhatTheSceneDoesNotSay) {
    const Scene scene = sceneOf(pour(spout, "like = \"dry sand\"\nfriction = 0.7\nmoisture = 0.1"));
    const environment::Material& sand = scene.environment.materials[0];
    EXPECT_EQ(sand.density, 2650);
    EXPECT_EQ(sand.restitution, 0.5);
    EXPECT_EQ(sand.friction, 0.7);  // the scene says so
    EXPECT_EQ(sand.moisture, 0.1);
    ASSERT_EQ(grains::in(scene).contacts.size(), 2u);
    for (const grains::Contact& contact : grains::in(scene).contacts) {
        EXPECT_EQ(contact.law->name, "linear");
        EXPECT_FALSE(contact.auto_stiffness);
        EXPECT_FALSE(contact.chosen.empty());
        EXPECT_EQ(contact.friction, contact.first == "board" ? 0.4 : 0.7);
    }
}

TEST(FollowMaterials, AContactOfTheSceneStays) {
    const Scene scene = sceneOf(pour(one_grain + R"(
[[contact]]
between = ["sand", "board"]
law = "linear"
stiffness = 4000
friction = 0.11
)"));
    ASSERT_EQ(grains::in(scene).contacts.size(), 1u);
    EXPECT_EQ(grains::in(scene).contacts[0].friction, 0.11);
    EXPECT_EQ(grains::in(scene).contacts[0].stiffness, 4000);
    EXPECT_TRUE(grains::in(scene).contacts[0].chosen.empty());
}

TEST(FollowMaterials, ResolvedSceneReadsBackToTheBit) {
    for (const char* like : {"dry sand", "moist sand", "snow", "steel", "glass beads", "gravel", "wood"}) {
        const std::string text = writeResolved(sceneOf(pour(spout, std::string("like = \"") + like + "\"")));
        EXPECT_EQ(writeResolved(sceneOf(text)), text);
        EXPECT_EQ(text.find("stiffness = \"auto\""), std::string::npos);
    }
}

TEST(FollowMaterials, AStiffnessMayBeAskedFor) {
    const std::string contact = R"(
[[contact]]
between = ["sand", "board"]
law = "lee-herrmann"
stiffness = "auto"
)";
    const Scene automatic = sceneOf(pour(one_grain + contact));
    const grains::Contact& chosen = grains::in(automatic).contacts[0];
    EXPECT_FALSE(chosen.auto_stiffness);
    EXPECT_NE(chosen.stiffness, grains::Contact{}.stiffness);
    EXPECT_NE(chosen.shear_stiffness, grains::Contact{}.shear_stiffness);
    const Scene given = sceneOf(pour(one_grain + contact + "shear_stiffness = 77\n"));
    EXPECT_EQ(grains::in(given).contacts[0].shear_stiffness, 77);
}

/// How deep the lowest grain is in the floor [m]; negative: above it.
double depth(const Simulation& simulation) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    double deepest = -1;
    for (const Vec3d& place : grains.read(grains::fields::position))
        deepest = std::max(deepest, radius - place.z);
    return deepest;
}

// Damping makes the impact less deep than the undamped one that the stiffness is for: by a factor of 0.74 at
// e = 0.5, nothing at e = 1. More than three times less deep would be stiffer than asked for.
TEST(FollowMaterials, ADroppedGrainStaysWithinTheShareOfImpacts) {
    for (const char* like : {"dry sand", "steel", "glass beads", "snow"}) {
        Simulation simulation = test::simulationOf(pour(one_grain, std::string("like = \"") + like + "\""));
        double deepest = 0;
        while (simulation.clock().time(simulation.world().step) < 0.2) {
            ASSERT_TRUE(simulation.advance().ok());
            deepest = std::max(deepest, depth(simulation));
        }
        EXPECT_LE(deepest, grains::overlap_in_impact * radius) << like;
        EXPECT_GE(deepest, grains::overlap_in_impact * radius / 3) << like;
    }
}

// Twenty grains on top of each other, on contacts made for their weight. The lowest one bears all: at rest
// its overlap is the share, but for the stiffness, which is rounded up by 1% at most, and what still moves:
// the slowest mode decays by exp(-3 t / s) or faster, and starts with the overlap itself.
TEST(FollowMaterials, AColumnAtRestStaysWithinTheShareOfLoads) {
    constexpr int count = 20;
    std::string column;
    for (int i = 0; i < count; ++i)
        column += "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, " +
                  std::to_string(radius * (2 * i + 1)) + "]\n";
    Scene scene = sceneOf(pour(column));
    const double mass = 4.0 / 3.0 * M_PI * radius * radius * radius * 2650;
    for (grains::Contact& contact : grains::in(scene).contacts) {
        const grains::Bearing bearing{
            .radius = radius, .effective_radius = radius, .mass = mass, .weight = count * mass * 9.81};
        const grains::Softest softest = grains::softestStiffness(contact, bearing);
        contact.stiffness = softest.stiffness;
        contact.shear_stiffness = contact.rolling_stiffness = 2.0 / 7.0 * softest.secant;
    }
    auto simulation = Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(simulation.ok());
    test::runTo(*simulation, 4);
    EXPECT_LE(depth(*simulation), grains::overlap_at_rest * radius * (1 + 1e-4));
    EXPECT_GE(depth(*simulation), grains::overlap_at_rest * radius * 0.99);
}

TEST(FollowMaterials, CohesionIsWhatAStillSceneBears) {
    const Scene scene = sceneOf(pour(one_grain + "[world]\ngravity = [0, 0, 0]\n", "like = \"moist sand\""));
    ASSERT_EQ(grains::in(scene).contacts.size(), 1u);
    for (const grains::Contact& contact : grains::in(scene).contacts)
        EXPECT_NE(contact.chosen.find("load"), std::string::npos) << contact.chosen;
}

}  // namespace
}  // namespace talus::scene
