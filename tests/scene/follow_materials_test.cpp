// Scenes that leave numbers to their materials: what is filled in, that it reads back as the same scene, and
// how deep grains then press into what they fall and lie on.
#include "talus/grains/load/follow_materials.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "talus/couple/granular/scene.h"
#include "talus/grains/fields.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/materials/softest_stiffness.h"
#include "talus/grains/pipeline.h"
#include "talus/method/method.h"
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

TEST(FollowMaterials, MissingContactsAreMadeFromMaterials) {
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

/// The first contact of a scene: that of its file.
grains::Contact firstContact(const std::string& text) {
    const Scene scene = sceneOf(text);
    return grains::in(scene).contacts.at(0);
}

/// The contact of beads on beads of a scene that spells it out by these lines.
grains::Contact beadsOnBeads(const std::string& lines) {
    return firstContact(
        pour(spout + "[[contact]]\nbetween = [\"sand\", \"sand\"]\n" + lines, "like = \"glass beads\""));
}

// What a table leaves out is what the pair would have without it. The numbers are those of the known
// material.
TEST(FollowMaterials, KeysThatAContactLeavesOutComeFromMaterials) {
    const grains::Contact rough = beadsOnBeads("friction = 0.2\n");
    EXPECT_EQ(rough.law->name, "linear");
    EXPECT_EQ(rough.friction, 0.2);
    EXPECT_EQ(rough.restitution, 0.97);
    EXPECT_FALSE(rough.chosen.empty());

    // A key of the law that follows from the materials, without naming the law.
    const grains::Contact dull = beadsOnBeads("restitution = 0.6\n");
    EXPECT_EQ(dull.restitution, 0.6);
    EXPECT_EQ(dull.friction, 0.09);

    const grains::Contact named = beadsOnBeads("law = \"linear\"\n");
    EXPECT_EQ(named.restitution, 0.97);
    EXPECT_EQ(named.stiffness, rough.stiffness);
    EXPECT_EQ(named.shear_stiffness, rough.shear_stiffness);

    const grains::Contact hertz = beadsOnBeads("law = \"hertz-mindlin\"\nyoung = 1e6\n");
    EXPECT_EQ(hertz.restitution, 0.97);
    EXPECT_EQ(hertz.friction, 0.09);
    EXPECT_TRUE(hertz.chosen.empty());  // it has no stiffness to choose
}

TEST(FollowMaterials, RollingAndBridgesAreInheritedToo) {
    const auto moist = [](const std::string& lines) {
        return firstContact(
            pour(spout + "[[contact]]\nbetween = [\"sand\", \"sand\"]\n" + lines, "like = \"moist sand\""));
    };
    const grains::Contact given = moist("rolling_friction = 0.3\n");
    const Scene scene = sceneOf(pour(spout, "like = \"moist sand\""));
    const auto& made = grains::in(scene).contacts;
    const auto same = std::find_if(made.begin(), made.end(), [](const grains::Contact& contact) {
        return contact.first == contact.second;
    });
    ASSERT_NE(same, made.end());
    EXPECT_EQ(given.rolling, grains::Rolling::Spring);
    EXPECT_EQ(given.rolling_friction, 0.3);
    EXPECT_EQ(given.cohesion, grains::Cohesion::Capillary);
    EXPECT_EQ(given.bridge_volume, same->bridge_volume);
    EXPECT_EQ(moist("rolling = \"none\"\n").rolling, grains::Rolling::None);
    EXPECT_EQ(moist("bridge_volume = 1e-13\n").bridge_volume, 1e-13);
}

// Materials that say nothing of contacts leave the format's defaults.
TEST(FollowMaterials, DefaultsHoldForMaterialsWithoutNumbers) {
    const Scene scene =
        sceneOf(pour(one_grain + "[[contact]]\nbetween = [\"sand\", \"board\"]\n", "density = 2000"));
    const grains::Contact& contact = grains::in(scene).contacts[0];
    EXPECT_EQ(contact.law->name, "lee-herrmann");
    EXPECT_EQ(contact.friction, grains::Contact{}.friction);
    EXPECT_EQ(contact.stiffness, grains::Contact{}.stiffness);
}

// k_s = 2/7 k: both springs of two solid spheres have one period (docs/theory/grains.md). Linear laws: of the
// stiffness itself, in one rounding. Of overlap^1.5 the secant k sqrt(d) where an impact is deepest; that the
// grain falls on while it presses in makes d larger, by less than 1% of a fall through 50 diameters, so k_s
// by less than 1% more than at d of the impact alone.
TEST(FollowMaterials, ShearAndRollingFollowTheStiffness) {
    const auto contactOf = [](const std::string& lines) {
        return firstContact(
            pour(one_grain + "[[contact]]\nbetween = [\"sand\", \"board\"]\n" + lines, "density = 2650"));
    };
    for (const char* law : {"linear", "hooke", "bell-linear"}) {
        const grains::Contact c =
            contactOf("law = \"" + std::string(law) + "\"\nstiffness = 3500\nrolling = \"spring\"\n");
        EXPECT_DOUBLE_EQ(c.shear_stiffness, 1000) << law;
        EXPECT_DOUBLE_EQ(c.rolling_stiffness, 1000) << law;
    }
    const double mass = 4.0 / 3.0 * M_PI * radius * radius * radius * 2650, speed_squared = 2 * 9.81 * 0.1;
    const double k = 8e4, d = std::pow(1.25 * mass * speed_squared / k, 0.4), secant = k * std::sqrt(d);
    for (const char* law : {"lee-herrmann", "bell"}) {
        const grains::Contact c = contactOf("law = \"" + std::string(law) + "\"\nstiffness = 8e4\n");
        EXPECT_GT(c.shear_stiffness, 2.0 / 7.0 * secant) << law;
        EXPECT_LT(c.shear_stiffness, 2.0 / 7.0 * secant * 1.01) << law;
    }
    EXPECT_EQ(contactOf("law = \"linear\"\nstiffness = 3500\nshear_stiffness = 77\n").shear_stiffness, 77);
    EXPECT_EQ(contactOf("law = \"linear\"\nstiffness = 3500\nshear_stiffness = \"auto\"\n").shear_stiffness,
              contactOf("law = \"linear\"\nstiffness = 3500\n").shear_stiffness);
}

// `talus check` says what each pair is, whoever said it.
TEST(FollowMaterials, TheSummaryNamesEveryPair) {
    const Scene scene = sceneOf(
        pour(spout + "[[contact]]\nbetween = [\"sand\", \"sand\"]\nfriction = 0.2\n", "like = \"dry sand\""));
    std::string text;
    for (const method::Method* method : scene.used())
        for (const method::Line& line : method->summary(scene)) text += line.label + " " + line.text + "\n";
    EXPECT_THAT(text, testing::HasSubstr(
                          "pairs sand on sand: linear, friction 0.2, rolling 0.2 (spring), e = 0.5\n"));
    EXPECT_THAT(text,
                testing::HasSubstr("board on sand: linear, friction 0.4, rolling 0.2 (spring), e = 0.5\n"));
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
TEST(FollowMaterials, OverlapOfADroppedGrainStaysWithinTheImpactShare) {
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
TEST(FollowMaterials, OverlapOfAColumnAtRestStaysWithinTheLoadShare) {
    constexpr int count = 20;
    std::string column;
    for (int i = 0; i < count; ++i)
        column += "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, " +
                  std::to_string(radius * (2 * i + 1)) + "]\n";
    Scene scene = sceneOf(pour(column));
    const double mass = 4.0 / 3.0 * M_PI * radius * radius * radius * 2650;
    for (grains::Contact& contact : grains::in(scene).contacts) {
        const grains::ContactLoad bearing{
            .radius = radius, .effective_radius = radius, .mass = mass, .weight = count * mass * 9.81};
        const grains::ChosenStiffness softest = grains::softestStiffness(contact, bearing);
        contact.stiffness = softest.stiffness;
        contact.shear_stiffness = contact.rolling_stiffness = 2.0 / 7.0 * softest.secant;
    }
    auto simulation = Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(simulation.ok());
    test::runTo(*simulation, 4);
    EXPECT_LE(depth(*simulation), grains::overlap_at_rest * radius * (1 + 1e-4));
    EXPECT_GE(depth(*simulation), grains::overlap_at_rest * radius * 0.99);
}

TEST(FollowMaterials, CohesionSetsTheStiffnessWithoutGravity) {
    const Scene scene = sceneOf(pour(one_grain + "[world]\ngravity = [0, 0, 0]\n", "like = \"moist sand\""));
    ASSERT_EQ(grains::in(scene).contacts.size(), 1u);
    for (const grains::Contact& contact : grains::in(scene).contacts)
        EXPECT_NE(contact.chosen.find("load"), std::string::npos) << contact.chosen;
}

}  // namespace
}  // namespace talus::scene
