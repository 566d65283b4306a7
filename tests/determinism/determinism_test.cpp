// Same bits for any number of threads, and across a stop and a resume at any step.
#include "talus/core/text_file.h"
#include "talus/scene/reader.h"
#include "tests/grains/grain_world.h"
#include "tests/support/paths.h"

namespace talus {
namespace {

using namespace testing_support;

/// A small sand pile: emitter, box, friction, rebuilds of the list; the whole pipeline is in it.
scene::Scene smallPile(grains::Integrator integrator) {
    grains::Contact contact;
    contact.stiffness = 1e5;
    contact.friction = 0.5;
    scene::Scene scene = sandScene(contact, 4e-5);
    scene.time.frame_interval = 0.02;
    scene.environment.gravity = {0, 0, -9.81};
    grains::in(scene).params.integrator = integrator;
    environment::Wall box;
    box.name = "box";
    box.material = "sand";
    box.kind = environment::Wall::Kind::BoxInside;
    box.box = {{-0.05, -0.05, 0}, {0.05, 0.05, 0.2}};
    scene.environment.walls = {box};
    grains::Emitter emitter;
    emitter.name = "spout";
    emitter.material = "sand";
    emitter.centre = {0, 0, 0.06};
    emitter.rate = 4000;
    emitter.count = 1200;
    emitter.radius_spread = 0.1;
    grains::in(scene).emitters = {emitter};
    grains::Fill fill;
    fill.name = "bed";
    fill.material = "sand";
    fill.box = {{-0.05, -0.05, 0}, {0.05, 0.05, 0.02}};
    fill.spacing = 1;
    grains::in(scene).fills = {fill};
    return scene;
}

std::uint64_t hashAfter(const scene::Scene& scene, const exec::Exec& exec, std::uint64_t steps) {
    scene::Simulation simulation = start(scene, exec);
    advance(simulation, steps);
    EXPECT_GT(measured(simulation).contacts, 500u);
    return state::stateHash(simulation.world());
}

TEST(Determinism, TwoThousandStepsWithOneTwoAndFiveThreads) {
    for (const auto integrator :
         {grains::Integrator::VelocityVerlet, grains::Integrator::SemiImplicitEuler}) {
        const scene::Scene scene = smallPile(integrator);
        const std::uint64_t serial = hashAfter(scene, exec::Exec::serial(), 2000);
        EXPECT_EQ(hashAfter(scene, exec::Exec::cpu(2), 2000), serial);
        EXPECT_EQ(hashAfter(scene, exec::Exec::cpu(5), 2000), serial);
    }
}

/// The gallery's scene itself, from its first grain on: by one, two and five threads, and resumed in the
/// middle.
void expectSameBits(const std::string& name, std::uint64_t steps, std::uint64_t least_wall_contacts) {
    const std::string file = test::sourceFile("scenes/") + name;
    const Result<std::string> text = readTextFile(file);
    ASSERT_TRUE(text.ok());
    const scene::ReadResult read = scene::readScene(*text, file);
    ASSERT_TRUE(read.scene.has_value());
    const auto hashWith = [&](const exec::Exec& exec) {
        scene::Simulation simulation = start(*read.scene, exec);
        advance(simulation, steps);
        EXPECT_GT(measured(simulation).grains, 100u);
        EXPECT_GE(measured(simulation).wall_contacts, least_wall_contacts);
        return state::stateHash(simulation.world());
    };
    const std::uint64_t serial = hashWith(exec::Exec::serial());
    EXPECT_EQ(hashWith(exec::Exec::cpu(2)), serial);
    EXPECT_EQ(hashWith(exec::Exec::cpu(5)), serial);

    scene::Simulation first = start(*read.scene);
    advance(first, steps - 1000);
    scene::Simulation second = start(*read.scene);
    ASSERT_TRUE(state::restore(state::takeSnapshot(first.world()), second.world()).ok());
    advance(second, 1000);
    EXPECT_EQ(state::stateHash(second.world()), serial);
}

TEST(Determinism, TwoThousandStepsOfTheSandPileScene) { expectSameBits("sand-pile.toml", 2000, 0); }

// Until some dozen grains lie on the ground.
TEST(Determinism, SixThousandStepsOfTheDunesScene) { expectSameBits("dunes.toml", 6000, 20); }

TEST(Determinism, ASnapshotInTheMiddleContinuesWithTheSameBits) {
    const scene::Scene scene = smallPile(grains::Integrator::VelocityVerlet);
    const std::uint64_t straight = hashAfter(scene, exec::Exec::serial(), 2000);
    scene::Simulation first = start(scene);
    advance(first, 1013);  // in the middle of a frame, between two searches
    const state::Snapshot snapshot = state::takeSnapshot(first.world());
    scene::Simulation second = start(scene, exec::Exec::cpu(3));
    ASSERT_TRUE(state::restore(snapshot, second.world()).ok());
    EXPECT_EQ(state::stateHash(second.world()), state::stateHash(first.world()));
    advance(second, 2000 - 1013);
    EXPECT_EQ(state::stateHash(second.world()), straight);
}

TEST(Determinism, OtherSeedGivesOtherBits) {
    scene::Scene scene = smallPile(grains::Integrator::VelocityVerlet);
    const std::uint64_t one = hashAfter(scene, exec::Exec::serial(), 1000);
    scene.seed = 2;
    EXPECT_NE(hashAfter(scene, exec::Exec::serial(), 1000), one);
}

// The search structure must not matter to the physics, only the order of sums may differ; with the list
// built the same way it does not even do that.
TEST(Determinism, HashAndTableFindTheSamePairs) {
    scene::Scene scene = smallPile(grains::Integrator::VelocityVerlet);
    const std::uint64_t sorted = hashAfter(scene, exec::Exec::serial(), 1000);
    grains::in(scene).params.search = grains::Search::Hash;
    EXPECT_EQ(hashAfter(scene, exec::Exec::serial(), 1000), sorted);
}

}  // namespace
}  // namespace talus
