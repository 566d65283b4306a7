#include "talus/particles/pipeline.h"

#include <gmock/gmock.h>

#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using ::testing::HasSubstr;
using testing_support::setupOf;
using testing_support::Trial;

Setup everything() {
    environment::Wall floor;
    floor.name = "floor";
    environment::Wall ball;
    ball.name = "ball";
    ball.kind = environment::Wall::Kind::SphereOutside;
    ball.sphere = {{0.3, 0, 0.3}, 0.2};
    environment::Motion turn;
    turn.wall = "ball";
    turn.kind = environment::Motion::Kind::Rotate;
    turn.axis = {0, 0, 1};
    turn.rate = 3;
    System system;
    system.name = "all";
    Emitter emitter;
    emitter.name = "one";
    emitter.centre = {0, 0, 0.5};
    emitter.rate = 10000;
    emitter.cone = 1;
    emitter.lifetime = 0.02;
    emitter.lifetime_spread = 0.5;
    emitter.radius_of = {0.004, 0.3};
    emitter.mass = {0.001, 0.3};
    emitter.burst_times = {0.002};
    emitter.burst_counts = {2200};
    system.emitters = {emitter, emitter};
    system.emitters[1].name = "two";
    system.emitters[1].shape = Emitter::Shape::Sphere;
    system.emitters[1].flow = Emitter::Flow::Normal;
    system.attractors = {{{0, 0, 1}, 0.5, 0.1}};
    system.buoyancy = {true, 0.01, 280, 0.5};
    system.wind = {{1, 0, 0}, 0.3, 0.5};
    system.vortices = {{{{0, 0, 0}, {0, 0, 1}, 1, 0.1, 0.5}, {}}};
    system.turbulence.speed = 0.5;
    system.drag = {0.001, 0.001};
    system.interact = true;
    system.pairs = {.size = 1, .stiffness = 5, .cohesion = 0.002, .range = 0.002, .damping = 0.002};
    auto setup = setupOf(system, {floor, ball}, {turn});
    setup.gravity = {0, 0, -9.81};
    environment::Sink sink;
    sink.plane = {{2, 0, 0}, {-1, 0, 0}};
    setup.sinks = {sink};
    return setup;
}

// Gather instead of scatter, sums in a fixed order, random numbers by counter. Few steps, which the address
// sanitizer makes fifty times as long; but particles for each of five threads, and some that die.
TEST(ParticlePipeline, HasTheSameBitsForAnyNumberOfThreads) {
    for (const Integrator integrator : {Integrator::SemiImplicitEuler, Integrator::VelocityVerlet,
                                        Integrator::LeapFrog, Integrator::RungeKutta4}) {
        std::vector<std::uint64_t> hashes;
        for (const int threads : {1, 2, 5}) {
            auto setup = everything();
            setup.system.integrator = integrator;
            if (integrator == Integrator::RungeKutta4) setup.system.interact = false;
            Trial run(setup, threads);
            run.steps(8, 0.002);
            EXPECT_GT(run.size(), 4 * part_rows);
            EXPECT_GT(run.ledger().aged, 100u);
            hashes.push_back(state::stateHash(run.world));
        }
        EXPECT_EQ(hashes[0], hashes[1]);
        EXPECT_EQ(hashes[0], hashes[2]);
    }
}

// A snapshot put into a new world goes on with the same bits: nothing is hidden in the stages.
TEST(ParticlePipeline, ContinuesFromASnapshotWithTheSameBits) {
    Trial whole(everything());
    whole.steps(6, 0.002);
    const state::Snapshot snapshot = state::takeSnapshot(whole.world);
    whole.steps(6, 0.002);
    Trial resumed(everything());
    ASSERT_TRUE(state::restore(snapshot, resumed.world).ok());
    resumed.steps(6, 0.002);
    EXPECT_EQ(state::stateHash(whole.world), state::stateHash(resumed.world));
}

TEST(ParticlePipeline, TakesAtMost64BytesAParticle) {
    state::World world;
    const auto setup = everything();
    addTables(world, setup);
    std::size_t bytes = 0;
    for (const state::Column& column : world.table(setup.tables->particles).columns())
        if (column.info->lifetime == state::Lifetime::Persistent) bytes += column.info->elementBytes();
    EXPECT_LE(bytes, 64u);
}

std::string errorOf(std::vector<std::string> stages, Setup setup = everything()) {
    setup.system.stages = std::move(stages);
    const Status status = checkStages(setup);
    return status.ok() ? "" : status.error().message;
}

TEST(ParticlePipeline, BadStageListsAreRefusedWithAReason) {
    const std::vector<std::string> usual = defaultStages(everything());
    EXPECT_EQ(errorOf(usual), "");
    auto list = usual;
    std::swap(list[3], list[4]);  // reset forces, pair forces
    EXPECT_THAT(errorOf(list), HasSubstr("stage 'pair forces' stands before 'reset forces'"));
    list = usual;
    list.erase(std::find(list.begin(), list.end(), "contact"));
    EXPECT_THAT(errorOf(list), HasSubstr("stage 'contact' is missing"));
    list = usual;
    list.erase(std::find(list.begin(), list.end(), "find pairs"));
    EXPECT_THAT(errorOf(list), HasSubstr("stage 'pair forces' needs 'find pairs'"));
    list = usual;
    list[0] = "emitt";
    EXPECT_THAT(errorOf(list), HasSubstr("no stage 'emitt'; did you mean 'emit'?"));
    list = usual;
    list.push_back("emit");
    EXPECT_THAT(errorOf(list), HasSubstr("stage 'emit' stands in the list twice"));
    list = usual;
    std::rotate(list.begin(), std::find(list.begin(), list.end(), "contact"), list.end());
    EXPECT_THAT(errorOf(list), HasSubstr("stage 'contact' stands before 'integrate'"));
}

TEST(ParticlePipeline, StagesThatDoNotFitTheSettingsAreRefused) {
    auto setup = everything();
    setup.system.integrator = Integrator::RungeKutta4;
    EXPECT_THAT(errorOf({}, setup), HasSubstr("'pair forces' does not go with the integrator of Runge"));
    setup = everything();
    setup.system.drag = {};
    EXPECT_THAT(errorOf({}, setup), HasSubstr("has no drag"));
}

// Two orders of forces that a scene may choose.
TEST(ParticlePipeline, SceneMayReorderForces) {
    auto setup = everything();
    setup.system.stages = {"remove",
                           "emit",
                           "reset forces",
                           "dissipative forces",
                           "external forces",
                           "find pairs",
                           "pair forces",
                           "integrate",
                           "cool",
                           "contact"};
    Trial run(setup);
    run.steps(5, 0.001);
    EXPECT_GT(run.size(), 4000u);
}

}  // namespace
}  // namespace talus::particles
